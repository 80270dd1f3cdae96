import { consoleLogger, runUntilStopped } from './console.ts'
import { type Product, startProduct } from './product.ts'
import { reachableUrls } from './reachable-urls.ts'
import { readSettings, type Settings } from './settings.ts'
import { builtWeb } from './web-build.ts'

async function start(): Promise<Product & { settings: Settings }> {
  const settings = readSettings(process.env)
  const { WEB_DIST } = process.env
  const buildWeb = WEB_DIST ? async () => WEB_DIST : () => builtWeb('quick')
  return { ...(await startProduct({ settings, log: consoleLogger(settings), buildWeb })), settings }
}

/** Implements `npm start`: starts the whole product in one process. */
await runUntilStopped(start, ({ url, inboxUrl, sheetsUrl, settings }) => {
  // `performance.now()` counts from the start of the process, which includes the time to load all modules.
  const seconds = (performance.now() / 1000).toFixed(1)
  const isLocalDefault = !process.env.ADMIN_PASSWORD
  process.stdout.write(
    [
      '',
      `Ready after ${seconds} s.`,
      `  Product      ${url}`,
      ...reachableUrls(settings).map((other) => `  Also at      ${other}`),
      `  Admin        ${url}/admin/login   ${settings.ADMIN_EMAIL}${isLocalDefault ? `  ${settings.ADMIN_PASSWORD}` : ''}`,
      ...(inboxUrl ? [`  Mail inbox   ${inboxUrl}`] : []),
      ...(sheetsUrl ? [`  Spreadsheets ${sheetsUrl}`] : []),
      `  API          ${url}/docs`,
      `  Data         ${settings.DATA_DIR}`,
      '',
      '',
    ].join('\n'),
  )
})
