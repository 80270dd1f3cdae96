import type { Prefetched } from './shared/api/prefetched.ts'

/**
 * The first script of the portal's page. It requests the data and the files of the first screen while the app is loading. URLs and storage
 * keys are written out here, because an import would delay the requests.
 */
const { token, companyProfileId } = storedValues()
const isOfTasks = !/\bsection=[^0]/.test(window.location.search)
const TIMEOUT_MS = 30_000

const urls = ['/api/me', '/api/company/get-company-profile']
// The company of the last visit. If the user has another company now, the app does not use this response.
if (companyProfileId && isOfTasks) urls.push(`/api/task/tasks/${companyProfileId}`)

if (token) {
  const authorization = `Bearer ${token}`
  const prefetched: Prefetched = {}
  window.prefetched = prefetched
  // Older browsers cannot limit the time here. The app has its own time limit.
  const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(TIMEOUT_MS) : null
  for (const url of urls) {
    const request = fetch(url, { headers: { authorization }, cache: 'no-store', signal })
    const received = request.then(async (response) => ({ response, text: await response.text() }))
    // The caller of `takePrefetched` handles the error. Without this handler, the browser would also report an unhandled rejection.
    received.catch(() => {})
    prefetched[authorization + url] = received
  }
}

/** The stored values of the last visit. In-app browsers may block the storage. */
function storedValues(): { token?: string; companyProfileId?: string } {
  try {
    const { token, companyProfileId } = localStorage
    return { token, companyProfileId }
  } catch {
    return {}
  }
}

const files = document.getElementById('task-files') as HTMLTemplateElement | null
if (files && isOfTasks) document.head.append(files.content)

// Creating the first formatter of a page takes 55 ms at a quarter of the CPU speed. Here, the CPU is idle, because the app is still loading.
new Intl.DateTimeFormat()
