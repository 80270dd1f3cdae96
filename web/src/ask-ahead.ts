import type { AskedAhead } from './shared/api/asked-ahead.ts'

/**
 * The first script of the portal's page: asks for what its first screen shows, and is made of, while the app is on its way. What it
 * asks by is written out here, for importing it would be to wait for the app.
 */
const { token, companyProfileId } = localStorage
const isOfTasks = !/\bsection=[^0]/.test(window.location.search)
const TIMEOUT_MS = 30_000

const addresses = ['/api/me', '/api/company/get-company-profile']
// As remembered from the last time. Whoever asks knows which company it is, and takes no other's.
if (companyProfileId && isOfTasks) addresses.push(`/api/task/tasks/${companyProfileId}`)

if (token) {
  const authorization = `Bearer ${token}`
  const askedAhead: AskedAhead = {}
  window.askedAhead = askedAhead
  for (const address of addresses) {
    const asked = fetch(address, { headers: { authorization }, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const answer = asked.then(async (response) => ({ response, text: await response.text() }))
    // Told to whoever takes it.
    answer.catch(() => {})
    askedAhead[authorization + address] = answer
  }
}

const files = document.getElementById('task-files') as HTMLTemplateElement | null
if (files && isOfTasks) document.head.append(files.content)
