import { consoleLogger, exitWith, stopOnSignal } from './console.ts'
import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'
import { builtWeb } from './web-build.ts'

/** `npm start`: the whole product in one process. */
try {
  const settings = readSettings(process.env)
  const begun = performance.now()
  const webDist = process.env.WEB_DIST ? Promise.resolve(process.env.WEB_DIST) : builtWeb()
  // A build that fails while the parts still start is reported when the gateway asks for it.
  webDist.catch(() => {})
  const product = await startProduct({ settings, log: consoleLogger(settings), webDist })
  stopOnSignal(product.stop)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const isLocalDefault = !process.env.ADMIN_PASSWORD
  process.stdout.write(
    [
      '',
      `Ready after ${seconds} s.`,
      `  Product      ${product.url}`,
      `  Admin        ${product.url}/admin/login   ${settings.ADMIN_EMAIL}${isLocalDefault ? `  ${settings.ADMIN_PASSWORD}` : ''}`,
      ...(product.inboxUrl ? [`  Mail inbox   ${product.inboxUrl}`] : []),
      `  API          ${product.url}/docs`,
      `  Data         ${settings.DATA_DIR}`,
      '',
      '',
    ].join('\n'),
  )
} catch (error) {
  exitWith(error)
}
