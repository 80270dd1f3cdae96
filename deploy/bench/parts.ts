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

/** What stands beside the product and is not measured, opened by the bench itself so that it can look inside. */
export interface Parts {
  /** As the superuser. */
  database: pg.Pool
  databaseUrl: string
  /** The folder for everything, removed at the stop. */
  dataDir: string
  storePid: number
  storeEndpoint: string
  /** The store, with addresses on that origin. */
  storeAt(origin: string): ObjectStore
  /** `IDENTITY_KEY` of a product on these parts. */
  identityKey: string
  /** Makes a product use these parts. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** One that remembers when each transaction was committed. */
const REMEMBERS = 'track_commit_timestamp=on'

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-bench-'))
  // Under root Postgres runs as another user, which must be able to enter.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true }) }
}

/** The file store, in a process of its own with a small young generation, as the local run has. */
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

/** Postgres as the local run has it, or with settings of its own (`name=value`). */
export async function openParts(settings: readonly string[] = []): Promise<Parts> {
  const { open, stop } = partStack()
  try {
    const { dataDir } = await open(openFolder())
    const { url: databaseUrl } = await open(startPostgres({ dataDir, log: QUIET, settings: [REMEMBERS, ...settings] }))
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
        ...config,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
