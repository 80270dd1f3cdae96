import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** Paths of installed browsers. Headless shell is first: it has the same engine and needs less than half the CPU time per page. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Timeout of an action or of a wait for an element, in ms. It is long enough for a busy machine and affects only failing tests. */
export const ACTION_TIMEOUT_MS = 30_000
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Returns the path of an installed Chromium, or of the npm package's Chromium, which needs no system packages. */
async function executablePath(): Promise<string> {
  const installed = [process.env.CHROMIUM_PATH ?? '', ...SYSTEM].find((path) => path && existsSync(path))
  if (installed) return installed
  // With this variable, the package also unpacks the libraries that Chromium needs. It must be set before the import.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  return bundled.executablePath()
}

export const chromiumOptions = async (): Promise<Pick<LaunchOptions, 'executablePath' | 'args'>> => ({
  executablePath: await executablePath(),
  args: ARGS,
})

/** Starts Chromium. `flags` are additional command-line arguments. */
export async function launchChromium(...flags: string[]): Promise<Browser> {
  const { executablePath, args = [] } = await chromiumOptions()
  const browser = await chromium.launch({ executablePath, args: [...args, ...flags] })
  endsQuietly(browser, () => browser.contexts())
  browser.on('context', (context) => {
    context.setDefaultTimeout(ACTION_TIMEOUT_MS)
    endsQuietly(context, () => [context])
  })
  return browser
}

let ofWorker: Promise<Browser> | undefined

/**
 * Returns the Chromium that all test files of a worker share, because its start takes about as long as a short test. `close` closes the pages
 * of the test file. The browser itself ends with the worker.
 */
export async function sharedChromium(): Promise<Browser> {
  ofWorker ??= launchChromium()
  const browser = await ofWorker
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/**
 * Removes route handlers before the pages are closed. Otherwise, the handler of a request in progress would fail, and the test would fail,
 * too.
 */
function endsQuietly(closed: Browser | BrowserContext, contexts: () => BrowserContext[]): void {
  const close = closed.close.bind(closed)
  closed.close = async (options) => {
    const pages = contexts().flatMap((context) => context.pages())
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(options)
  }
}
