const POLL_MS = 2000
const VIEWS = ['html', 'text', 'headers']

const part = (id) => document.getElementById(id)
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

let mails = []
let isStale = true
let shownId
let view = 'html'

function time(receivedAt) {
  const date = new Date(receivedAt)
  const isToday = date.toDateString() === new Date().toDateString()
  const element = document.createElement('time')
  element.dateTime = receivedAt
  element.textContent = (isToday ? clock : calendar).format(date)
  return element
}

function text(name, content) {
  const element = document.createElement(name)
  element.textContent = content
  return element
}

function row({ id, subject, to, receivedAt }) {
  const link = document.createElement('a')
  link.href = `#${id}`
  link.append(text('strong', subject || '(no subject)'), time(receivedAt), text('span', `To ${to}`))
  const item = document.createElement('li')
  item.dataset.id = id
  item.append(link)
  return item
}

function showList() {
  part('count').textContent = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  part('none').hidden = mails.length > 0
  part('empty').disabled = mails.length === 0
  // Existing rows are kept, so that the focused row keeps the keyboard focus.
  const wanted = new Set(mails.map(({ id }) => id))
  const shown = new Set()
  for (const item of [...part('list').children]) {
    if (wanted.has(item.dataset.id)) shown.add(item.dataset.id)
    else item.remove()
  }
  part('list').prepend(...mails.filter(({ id }) => !shown.has(id)).map(row))
}

function showMail() {
  const mail = mails.find(({ id }) => id === location.hash.slice(1))
  part('mail').hidden = !mail
  part('hint').hidden = Boolean(mail) || mails.length === 0
  for (const link of part('list').querySelectorAll('a')) link.setAttribute('aria-current', String(link.hash === location.hash))
  if (mail && mail.id !== shownId) fill(mail)
  shownId = mail?.id
  document.title = mail ? `${mail.subject} - Mail inbox` : 'Mail inbox'
}

function fill({ subject, from, to, receivedAt, html, text: plain, headers }) {
  part('subject').textContent = subject || '(no subject)'
  part('from').textContent = from
  part('to').textContent = to
  part('received').textContent = full.format(new Date(receivedAt))
  // Links open in a new tab, because the sandbox does not let the frame navigate.
  part('html').srcdoc = `<base target="_blank">${html}`
  part('text').textContent = plain
  part('headers').textContent = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  choose(html ? view : 'text')
  document.querySelector('[data-view="html"]').hidden = !html
}

function choose(wanted) {
  for (const name of VIEWS) part(name).hidden = name !== wanted
  for (const button of document.querySelectorAll('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.dataset.view === wanted))
  }
}

async function refresh() {
  const reply = await fetch('/email', { signal: AbortSignal.timeout(10_000) })
  const latest = await reply.json()
  const isNew = isStale || latest.length !== mails.length || latest[0]?.id !== mails[0]?.id
  if (!isNew) return
  mails = latest
  isStale = false
  showList()
  showMail()
}

async function poll() {
  try {
    if (!document.hidden) await refresh()
  } catch {
    part('count').textContent = 'The product isn’t running. Waiting for it to start.'
    isStale = true
  }
  setTimeout(poll, POLL_MS)
}

for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => {
    view = button.dataset.view
    choose(view)
  })
}
part('empty').addEventListener('click', async () => {
  if (!confirm('Delete all mails in this inbox?')) return
  await fetch('/email', { method: 'DELETE' })
  await refresh()
})
addEventListener('hashchange', showMail)
poll()
