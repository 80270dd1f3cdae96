import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logger.ts'
import { Registry } from 'prom-client'
import type { Tables } from '../src/db/tables.ts'
import { startSender } from '../src/sending/sender.ts'

// A sender in a process of its own, to be killed: `sender-child.ts <database> <relay>`.
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
