import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** Chromium without a window of its own first: the same engine at less than half the work a page. */
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

/** The machine's own Chromium; otherwise the one that comes with npm, which needs no system package. */
async function executablePath(): Promise<string> {
  const installed = [process.env.CHROMIUM_PATH ?? '', ...SYSTEM].find((path) => path && existsSync(path))
  if (installed) return installed
  // Read when the package is imported: makes it unpack the libraries Chromium needs, too.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  return bundled.executablePath()
}

/** How any test starts a browser. */
export const chromiumOptions = async (): Promise<Pick<LaunchOptions, 'executablePath' | 'args'>> => ({
  executablePath: await executablePath(),
  args: ARGS,
})

/** `debuggingPort` opens it to other tools on this machine. */
export async function launchChromium(debuggingPort?: number): Promise<Browser> {
  const { executablePath, args = [] } = await chromiumOptions()
  const debugging = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]
  const browser = await chromium.launch({ executablePath, args: [...args, ...debugging] })
  endsQuietly(browser, () => browser.contexts())
  browser.on('context', (context) => endsQuietly(context, () => [context]))
  return browser
}

/** A page may be asking for something as its test closes it: whoever answers in the product's place then fails, and no test with it. */
function endsQuietly(closed: Browser | BrowserContext, contexts: () => BrowserContext[]): void {
  const close = closed.close.bind(closed)
  closed.close = async (options) => {
    const pages = contexts().flatMap((context) => context.pages())
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(options)
  }
}
