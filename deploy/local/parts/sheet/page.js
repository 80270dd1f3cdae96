import { Grid } from './grid.js'

const POLL_MS = 2000
const ROWS_PER_PAGE = 200

const part = (id) => document.getElementById(id)
const chosen = () => decodeURIComponent(location.hash.slice(1))

let from = 0
/** JSON of the data that the page shows. The page is updated only if this JSON has changed. */
let shown = ''
let shownName = ''
let names = ''

async function send(method, path, body) {
  const response = await fetch(path, { method, body, signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(await response.text())
  return response.status === 204 ? undefined : response.json()
}

/** Sends a user's change and shows the error if it fails. Then reloads the sheet in both cases. */
async function change(method, path, body) {
  try {
    await send(method, path, body)
    part('problem').hidden = true
  } catch (error) {
    part('problem').textContent = error.message
    part('problem').hidden = false
  }
  shown = ''
  await refresh()
}

const grid = new Grid(document.querySelector('table'), {
  type: (row, column, text) => change('PUT', `/sheets/${chosen()}/cells/${row}/${column}`, text),
  async deleteRow(row) {
    if (!confirm(`Delete row ${row}?`)) return
    await change('DELETE', `/sheets/${chosen()}/rows/${row}`)
    grid.focusRow(row)
  },
})

function showList(sheets) {
  const list = part('list')
  part('none').hidden = sheets.length > 0
  // Existing items are kept, so that the focused item keeps the keyboard focus.
  for (const item of [...list.children]) if (!sheets.includes(item.textContent)) item.remove()
  for (const [index, name] of sheets.entries()) {
    if (list.children[index]?.textContent !== name) list.insertBefore(itemOf(name), list.children[index] ?? null)
  }
}

function itemOf(name) {
  const link = document.createElement('a')
  link.href = `#${name}`
  link.textContent = name
  const item = document.createElement('li')
  item.append(link)
  return item
}

function markChosen() {
  for (const link of part('list').querySelectorAll('a')) link.setAttribute('aria-current', String(link.hash === location.hash))
}

function showSheet(name, sheet) {
  part('sheet').hidden = !sheet
  part('hint').hidden = Boolean(sheet) || names === '[]'
  document.title = sheet ? `${name} - Spreadsheets` : 'Spreadsheets'
  if (!sheet) {
    part('count').textContent = ''
    return
  }
  const { headers, rows, total, timeZone, hasScript } = sheet
  const people = Math.max(0, total - 1)
  part('count').textContent = people === 1 ? '1 row' : `${people.toLocaleString()} rows`
  part('name').textContent = name
  part('zone').textContent = timeZone
  part('address').textContent = `${location.protocol}//127.0.0.1:${location.port}/exec/${name}`
  part('edit-script').textContent = hasScript ? 'Change the script' : 'Paste a script'
  part('pages').hidden = total <= ROWS_PER_PAGE
  part('range').textContent = `Rows ${from + 1} to ${from + rows.length} of ${total.toLocaleString()}`
  part('previous').disabled = from === 0
  part('next').disabled = from + rows.length >= total
  grid.show({ headers, rows, from, total })
}

async function refresh() {
  const sheets = await send('GET', '/sheets')
  const isNewList = JSON.stringify(sheets) !== names
  names = JSON.stringify(sheets)
  if (isNewList) showList(sheets)
  markChosen()
  const name = sheets.find((sheet) => sheet === chosen())
  const sheet = name && (await send('GET', `/sheets/${name}?from=${from}&limit=${ROWS_PER_PAGE}`))
  const now = JSON.stringify([name, from, sheet])
  if (now === shown) return
  shown = now
  showSheet(name, sheet)
  if (name && name !== shownName) part('name').focus()
  shownName = name
}

async function poll() {
  try {
    if (!document.hidden) await refresh()
  } catch {
    part('count').textContent = 'The product isn’t running. Waiting for it to start.'
    shown = ''
  }
  setTimeout(poll, POLL_MS)
}

function turnTo(row) {
  from = row
  part('cells').scrollTop = 0
  refresh()
}

function ask(dialog, field, text, save) {
  field.value = text
  dialog.returnValue = ''
  dialog.showModal()
  dialog.addEventListener('close', () => dialog.returnValue === 'save' && save(field.value), { once: true })
}

for (const button of document.querySelectorAll('[data-cancel]')) button.addEventListener('click', () => button.closest('dialog').close())
part('new').addEventListener('click', () =>
  ask(part('new-dialog'), part('new-name'), '', async (name) => {
    if (!JSON.parse(names).includes(name)) await change('PUT', `/sheets/${name}`, '{"rows":[]}')
    location.hash = name
  }),
)
part('edit-script').addEventListener('click', async () => {
  const name = chosen()
  const script = await send('GET', `/sheets/${name}/script`)
  ask(part('script-dialog'), part('script-text'), script, (text) => change('PUT', `/sheets/${name}/script`, text))
})
part('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(part('address').textContent)
  part('count').textContent = 'Script URL copied'
})
part('previous').addEventListener('click', () => turnTo(Math.max(0, from - ROWS_PER_PAGE)))
part('next').addEventListener('click', () => turnTo(from + ROWS_PER_PAGE))
addEventListener('hashchange', () => {
  part('problem').hidden = true
  turnTo(0)
})
poll()
