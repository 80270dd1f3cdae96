import { createLogger } from '@app/chassis/logging/logger.ts'
import { withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { readConfig } from './config.ts'
import type { Tables } from './db/tables.ts'
import { serviceUrlsOf } from './erasure/call-services.ts'
import { erasePersonEverywhere } from './erasure/erase-person.ts'

/**
 * The command `npm run erase-person -- <email> <reason>`. It erases a person in all services, which must be running, and
 * prints what was erased. The command needs the environment variables of the service `company`.
 */
try {
  const [email = '', ...reason] = process.argv.slice(2)
  const config = readConfig(process.env)
  const log = createLogger({ name: 'company', level: 'warn' })
  const deps = { log, serviceUrls: serviceUrlsOf(config), internalDataKey: config.INTERNAL_DATA_KEY }
  const erased = await withServiceDatabase<Tables, Awaited<ReturnType<typeof erasePersonEverywhere>>>('company', process.env, (db) =>
    erasePersonEverywhere({ ...deps, db }, { email, reason: reason.join(' '), actor: undefined }),
  )
  for (const { service, isErased, tables } of erased.services) {
    const counts = Object.entries(tables).map(([table, rows]) => `${table} ${rows}`)
    process.stdout.write(`${service}: ${isErased ? counts.join(', ') || 'nothing found' : 'not finished. Run the command again'}\n`)
  }
  for (const { companyProfileId, customerIds } of erased.spreadsheets)
    process.stdout.write(`spreadsheet of company ${companyProfileId}: ask the owner to delete the customers ${customerIds.join(', ')}\n`)
  if (!erased.isComplete) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
