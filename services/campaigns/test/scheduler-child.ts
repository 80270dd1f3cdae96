import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logger.ts'
import type { Tables } from '../src/db/tables.ts'
import { type SchedulerDeps, tick } from '../src/dispatches/scheduler.ts'

const [, , url = '', crmProxyUrl = '', now = ''] = process.argv

/** What one scheduler does at a moment of the business clock, in a process that may be killed. Its mails are made already. */
await tick(
  {
    db: connect<Tables>({ url, schema: 'campaigns', max: 5, onIdleError: () => {} }),
    log: createLogger({ name: 'test', level: 'silent' }),
    crmProxyUrl,
    now: () => new Date(now),
  } as SchedulerDeps,
  new AbortController().signal,
)
process.exit()
