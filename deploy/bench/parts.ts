import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectStore, type ObjectStore } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import pg from 'pg'
import { partStack } from '../local/part-stack.ts'
import { startPostgres } from '../local/parts/postgres.ts'
import type { StoreQuestion } from './store-worker.ts'
import { startWorker } from './worker.ts'

const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/** The database and the file store of the measured product. The bench starts both servers, so that it can access them directly. */
export interface Parts {
  /** Pool of connections as superuser. */
  database: pg.Pool
  databaseUrl: string
  dataDir: string
  storePid: number
  storeEndpoint: string
  /** Returns a client of the file store that signs URLs for the given origin. */
  storeAt(origin: string): ObjectStore
  identityKey: string
  env: Record<string, string>
  stop(): Promise<void>
}

const COMMIT_TIMES = 'track_commit_timestamp=on'

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-bench-'))
  // When the bench runs as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Starts the file store in a separate process with a small young generation, like the local run. */
async function openStore(question: StoreQuestion) {
  const worker = startWorker('store-worker.ts', { NODE_OPTIONS: '--max-semi-space-size=1' })
  try {
    const { endpoint } = await worker.ask<{ endpoint: string }>(question)
    return { endpoint, pid: worker.pid, stop: worker.stop }
  } catch (error) {
    await worker.stop()
    throw error
  }
}

/** Starts Postgres and the file store like the local run, with additional Postgres settings (`name=value`). */
export async function openParts(settings: readonly string[] = []): Promise<Parts> {
  const { open, stop } = partStack()
  try {
    const { dataDir } = await open(openFolder())
    const { url: databaseUrl } = await open(startPostgres({ dataDir, log: QUIET, settings: [COMMIT_TIMES, ...settings] }))
    const database = new pg.Pool({ connectionString: databaseUrl, max: 4 })
    await open(Promise.resolve({ stop: () => database.end() }))
    const keys = { accessKey: 'bench', secretKey: randomBytes(20).toString('hex') }
    const { endpoint, pid } = await open(openStore({ dataDir, ...keys }))
    const config = {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: keys.accessKey,
      S3_SECRET_KEY: keys.secretKey,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'files',
    }
    const storeAt = (origin: string) => createObjectStore({ ...config, PUBLIC_URL: origin })
    await prepareBucket(config)
    const identityKey = randomBytes(32).toString('base64')
    return {
      identityKey,
      database,
      databaseUrl,
      dataDir,
      storePid: pid,
      storeEndpoint: endpoint,
      storeAt,
      env: {
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
        DATABASE_ROLE_SECRET: randomBytes(20).toString('hex'),
        IDENTITY_KEY: identityKey,
        REVIEW_LINK_KEY: randomBytes(32).toString('base64'),
        RECORD_SIGNING_KEY: randomBytes(32).toString('base64'),
        ...config,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
