import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { Registry } from 'prom-client'
import type { Tables } from '../src/db/tables.ts'
import { startSender } from '../src/sending/sender.ts'

// Runs a sender in a separate process, so that a test can kill it. Usage: `sender-child.ts <database URL> <mail relay URL>`.
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const db = connect<Tables>({ url: databaseUrl, schema: 'campaigns', max: 4, onIdleError: () => {} })
startSender({
  db,
  databaseUrl,
  smtpUrl,
  rates: { relay: 10_000, company: 10_000 },
  stopMs: 1_000,
  registry: new Registry(),
  log: createLogger({ level: 'silent' }),
})
