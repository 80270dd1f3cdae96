import type { AskedAhead } from './shared/api/asked-ahead.ts'

/**
 * The first script of the portal's page: asks for what its first screen shows, and is made of, while the app is on its way. What it
 * asks by is written out here, for importing it would be to wait for the app.
 */
const token = localStorage.getItem('token')
const company = localStorage.getItem('companyProfileId')
const isOfTasks = (new URLSearchParams(window.location.search).get('section') ?? '0') === '0'

const addresses = ['/api/me', '/api/company/get-company-profile']
// As remembered from the last time. Whoever asks knows which company it is, and takes no other's.
if (company && isOfTasks) addresses.push(`/api/task/tasks/${company}`)

const TIMEOUT_MS = 30_000

async function ask(address: string, authorization: string) {
  const response = await fetch(address, { headers: { authorization }, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { response, text: await response.text() }
}

if (token) {
  const authorization = `Bearer ${token}`
  const askedAhead: AskedAhead = { authorization, answers: new Map() }
  for (const address of addresses) {
    const answer = ask(address, authorization)
    // Told to whoever takes it.
    answer.catch(() => {})
    askedAhead.answers.set(address, answer)
  }
  window.askedAhead = askedAhead
}

/** Has a file there, or on its way, when the app wants it. */
function fetchAhead(href: string): void {
  const how = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
  document.head.append(Object.assign(document.createElement('link'), { ...how, crossOrigin: '', href }))
}

if (isOfTasks) JSON.parse(document.getElementById('task-files')?.textContent ?? '[]').forEach(fetchAhead)
