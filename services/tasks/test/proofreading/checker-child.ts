import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { startWorker } from '@app/chassis/work/worker.ts'
import type { Tables } from '../../src/db/tables.ts'
import { proofreadingWork } from '../../src/proofreading/proofread-previews.ts'

// Checks previews in a separate process, so that a test can kill it. Usage: `checker-child.ts <database URL> <JSON of the store's settings>`.
const [databaseUrl = '', storeConfig = ''] = process.argv.slice(2)
const db = connect<Tables>({ url: databaseUrl, schema: 'tasks', max: 4, onIdleError: () => {} })
const deps = {
  db,
  store: createObjectStore(JSON.parse(storeConfig)),
  timeZone: 'America/New_York',
  now: () => new Date('2026-11-21T17:00:00Z'),
  log: createLogger({ level: 'silent' }),
}
startWorker({ ...proofreadingWork(deps), metrics: { watch() {}, tried() {} } })
