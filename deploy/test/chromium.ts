import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** Paths of installed browsers. Headless shell comes first: the same engine with less than half the CPU time per page. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Returns the path of the installed Chromium, or of the npm package's Chromium, which needs no system packages. */
async function executablePath(): Promise<string> {
  const installed = [process.env.CHROMIUM_PATH ?? '', ...SYSTEM].find((path) => path && existsSync(path))
  if (installed) return installed
  // The package reads this variable when it is imported, and then also unpacks the libraries that Chromium needs.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  return bundled.executablePath()
}

/** Launch options for all tests that start a browser. */
export const chromiumOptions = async (): Promise<Pick<LaunchOptions, 'executablePath' | 'args'>> => ({
  executablePath: await executablePath(),
  args: ARGS,
})

/** Starts Chromium. With `debuggingPort`, other tools on this machine can connect to it. */
export async function launchChromium(debuggingPort?: number): Promise<Browser> {
  const { executablePath, args = [] } = await chromiumOptions()
  const debugging = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]
  const browser = await chromium.launch({ executablePath, args: [...args, ...debugging] })
  endsQuietly(browser, () => browser.contexts())
  browser.on('context', (context) => endsQuietly(context, () => [context]))
  return browser
}

/** Removes route handlers before the pages are closed. Otherwise a request in progress would fail its handler and the test. */
function endsQuietly(closed: Browser | BrowserContext, contexts: () => BrowserContext[]): void {
  const close = closed.close.bind(closed)
  closed.close = async (options) => {
    const pages = contexts().flatMap((context) => context.pages())
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(options)
  }
}
