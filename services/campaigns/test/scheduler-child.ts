import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import type { Tables } from '../src/db/tables.ts'
import type { AdvanceDeps } from '../src/dispatches/advance-dispatch.ts'
import { tick } from './audiences.ts'

const [, , url = '', crmProxyUrl = '', now = ''] = process.argv

// Runs one tick of a scheduler in a separate process, so that a test can kill it.
await tick({
  db: connect<Tables>({ url, schema: 'campaigns', max: 5, onIdleError: () => {} }),
  log: createLogger({ name: 'test', level: 'silent' }),
  crmProxyUrl,
  hashOf: (email: string) => email,
  now: () => new Date(now),
} as AdvanceDeps)
process.exit()
