import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import pg from 'pg'
import { startPostgres } from '../../local/parts/postgres.ts'
import type { Open } from './open.ts'
import { startWorker } from './worker.ts'

const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }
const COMMIT_TIMES = 'track_commit_timestamp=on'

/** The database and the file store of the measured product. The bench starts both servers, so that it can access them directly. */
export type Servers = Awaited<ReturnType<typeof startServers>>

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-bench-'))
  // When the bench runs as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o755)
  return { dataDir, stop: () => rm(dataDir, { recursive: true, force: true }) }
}

const secret = (encoding: 'hex' | 'base64' = 'base64'): string => randomBytes(32).toString(encoding)

/** Starts Postgres and the file store like the local run, with additional Postgres settings (`name=value`). */
export async function startServers(open: Open, settings: readonly string[] = []) {
  const { dataDir } = await open(openFolder())
  const { url: databaseUrl } = await open(startPostgres({ dataDir, log: QUIET, settings: [COMMIT_TIMES, ...settings] }))
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await open(Promise.resolve({ stop: () => database.end() }))
  const keys = { accessKey: 'bench', secretKey: secret('hex') }
  // Like the local run, the store has a small young generation.
  const small = { NODE_OPTIONS: '--max-semi-space-size=1' }
  const store = await open(startWorker<typeof import('./workers/file-store.ts')>('file-store.ts', small))
  const storeEndpoint = await store.call('startStore', dataDir, keys)
  const config = {
    S3_ENDPOINT: storeEndpoint,
    S3_ACCESS_KEY: keys.accessKey,
    S3_SECRET_KEY: keys.secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'files',
  }
  await prepareBucket(config)
  const env = {
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    DATABASE_ROLE_SECRET: secret('hex'),
    IDENTITY_KEY: secret(),
    REVIEW_LINK_KEY: secret(),
    RECORD_SIGNING_KEY: secret(),
    INTERNAL_MAIL_KEY: secret(),
    INTERNAL_DATA_KEY: secret(),
    SUPPRESSION_KEY: secret(),
    ...config,
  }
  /** Returns a client of the file store that signs URLs for the given origin. */
  const storeAt = (origin: string) => createObjectStore({ ...config, PUBLIC_URL: origin })
  return { dataDir, database, databaseUrl, storePid: store.pid, storeEndpoint, storeAt, env }
}
