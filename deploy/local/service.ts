import { consoleLogger, exitWith, stopOnSignal } from './console.ts'
import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'

/** `npm run service -- tasks`: one service (or several), with the embedded parts that no setting replaces, and no gateway. */
try {
  const only = process.argv.slice(2)
  if (only.length === 0) throw new Error('Which service? For example: npm run service -- tasks')
  const settings = readSettings(process.env)
  const product = await startProduct({ settings, log: consoleLogger(settings), only })
  stopOnSignal(product.stop)
  process.stdout.write(`\nReady: ${only.join(', ')} at ${product.url}\n\n`)
} catch (error) {
  exitWith(error)
}
