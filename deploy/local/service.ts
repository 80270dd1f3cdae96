import { consoleLogger, runUntilStopped } from './console.ts'
import { type Product, startProduct } from './product.ts'
import { readSettings } from './settings.ts'

const only = process.argv.slice(2)

async function start(): Promise<Product> {
  if (only.length === 0) throw new Error('Name the service to start, for example: npm run service -- tasks')
  const settings = readSettings(process.env)
  return startProduct({ settings, log: consoleLogger(settings), only })
}

/**
 * Implements `npm run service -- tasks`: starts the named services without the gateway. The command also starts the database, the file
 * store, the mail inbox and the simulated spreadsheets. If a setting such as `DATABASE_URL` names an existing system, the services use that
 * system instead.
 */
await runUntilStopped(start, ({ services }) => {
  const addresses = Object.entries(services).map(([name, url]) => `${name} at ${url}`)
  process.stdout.write(`\nReady: ${addresses.join(', ')}\n\n`)
})
