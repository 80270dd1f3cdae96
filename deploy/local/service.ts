import { consoleLogger, runUntilStopped } from './console.ts'
import { type Product, startProduct } from './product.ts'
import { readSettings } from './settings.ts'

const only = process.argv.slice(2)

async function start(): Promise<Product> {
  if (only.length === 0) throw new Error('Which service? For example: npm run service -- tasks')
  const settings = readSettings(process.env)
  return startProduct({ settings, log: consoleLogger(settings), only })
}

/** `npm run service -- tasks`: one service (or several), with the embedded parts that no setting replaces, and no gateway. */
await runUntilStopped(start, ({ services }) => {
  const addresses = Object.entries(services).map(([name, url]) => `${name} at ${url}`)
  process.stdout.write(`\nReady: ${addresses.join(', ')}\n\n`)
})
