import { builtWeb } from './web-build.ts'

const { WEB_DIST } = process.env
const webDist = WEB_DIST ? Promise.resolve(WEB_DIST) : builtWeb('quick')
// Prevents an unhandled rejection. The error of a failed build is thrown where `startProduct` awaits it.
webDist.catch(() => {})

// Imported only now, because importing all services takes two seconds, and the build runs meanwhile.
const { startProduct } = await import('./product.ts')
const { consoleLogger, runUntilStopped } = await import('./console.ts')
const { reachableUrls } = await import('./reachable-urls.ts')
const { readSettings } = await import('./settings.ts')

async function start() {
  const settings = readSettings(process.env)
  return { ...(await startProduct({ settings, log: consoleLogger(settings), webDist })), settings }
}

/** Implements `npm start`: starts the whole product in one process. */
await runUntilStopped(start, ({ url, inboxUrl, sheetsUrl, settings }) => {
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
