import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../local/parts/postgres.ts'
import type { StoreQuestion } from './store-worker.ts'
import { startWorker } from './worker.ts'

const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** What stands beside the product and is not measured, opened by the bench itself so that it can look inside. */
export interface Parts {
  /** As the superuser. */
  database: pg.Pool
  databaseUrl: string
  store: { endpoint: string; accessKey: string; secretKey: string; pid: number }
  /** Makes a product use these parts. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** Postgres as the local run has it, but one that remembers when each transaction was committed. */
async function openPostgres(dataDir: string) {
  const first = await startPostgres({ dataDir, log: QUIET })
  const client = new pg.Client(first.url)
  await client.connect()
  await client.query('alter system set track_commit_timestamp = on')
  await client.end()
  await first.stop()
  return startPostgres({ dataDir, log: QUIET })
}

export async function openParts(): Promise<Parts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-bench-'))
  // Under root Postgres runs as another user, which must be able to enter.
  await chmod(dataDir, 0o755)
  const postgres = await openPostgres(dataDir)
  const keys = { accessKey: 'bench', secretKey: randomBytes(20).toString('hex') }
  const worker = startWorker('store-worker.ts')
  const question: StoreQuestion = { dataDir, ...keys }
  const { endpoint } = await worker.ask<{ endpoint: string }>(question)
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 })
  return {
    database,
    databaseUrl: postgres.url,
    store: { endpoint, ...keys, pid: worker.pid },
    env: {
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.url,
      DATABASE_ROLE_SECRET: randomBytes(20).toString('hex'),
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: keys.accessKey,
      S3_SECRET_KEY: keys.secretKey,
    },
    async stop() {
      await database.end()
      await Promise.all([postgres.stop(), worker.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
