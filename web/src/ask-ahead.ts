import type { AskedAhead } from './shared/api/asked-ahead.ts'

/**
 * The first script of the portal's page: asks for what its first screen shows while the app is on its way. What it asks by is
 * written out here, for importing it would be to wait for the app.
 */
const token = localStorage.getItem('token')
const company = localStorage.getItem('companyProfileId')
const section = new URLSearchParams(window.location.search).get('section') ?? '0'

const addresses = ['/api/me', '/api/company/get-company-profile']
// As remembered from the last time. Whoever asks knows which company it is, and takes no other's.
if (company && section === '0') addresses.push(`/api/task/tasks/${company}`)

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
