import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@app/chassis/db/connect.ts'
import type {} from '@app/chassis/testing/provided.ts'
import { sql } from 'kysely'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { lockDataDir } from '../../local/parts/disk.ts'
import { startObjectStore } from '../../local/parts/object-store/start.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { startDevelopmentSheet } from '../../local/parts/sheet/start.ts'
import { isContained } from './containers/parts.ts'
import { startPostgresContainer } from './containers/postgres.ts'
import { startStoreContainer } from './containers/store.ts'
import { removeLeftOvers } from './left-overs.ts'

interface Started<T> {
  value: T
  stop(): Promise<void>
}

const FOLDER_PREFIX = 'test-parts-'
const NOTHING_TO_STOP = async () => {}
const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }

/**
 * Starts the simulated Google spreadsheets. If the environment specifies no Postgres, starts one Postgres for all tests. If the environment
 * specifies no S3 store, starts one S3 store for all tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftOvers(FOLDER_PREFIX)
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
  const lock = lockDataDir(folder)
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const databasePrefix = `test_${randomBytes(4).toString('hex')}_`
  const [database, s3, sheet] = await Promise.all([
    findDatabase(folder, databasePrefix),
    findS3(folder),
    startDevelopmentSheet({ withFaults: true, log: QUIET }),
  ])
  project.provide('databaseUrl', database.value)
  project.provide('databasePrefix', databasePrefix)
  project.provide('s3', s3.value)
  project.provide('sheet', { url: sheet.url, hosts: sheet.hosts })
  return async () => {
    await Promise.all([database.stop(), s3.stop(), sheet.stop()])
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function findDatabase(dataDir: string, prefix: string): Promise<Started<string>> {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL) return { value: DATABASE_URL, stop: () => dropDatabases(DATABASE_URL, prefix) }
  const { url, stop } = isContained('postgres')
    ? await startPostgresContainer()
    : await startPostgres({ dataDir, log: QUIET, durable: false })
  return { value: url, stop }
}

/** Drops the databases of this test run, for example those of failed tests. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const db = connect<unknown>({ url, schema: 'public', max: 1, onIdleError: () => {} })
  try {
    const { rows } = await sql<{ name: string }>`select datname as name from pg_database where starts_with(datname, ${prefix})`.execute(db)
    for (const { name } of rows) await sql`drop database ${sql.id(name)} with (force)`.execute(db)
  } finally {
    await db.destroy()
  }
}

async function findS3(dataDir: string): Promise<Started<ProvidedContext['s3']>> {
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET = 'files' } = process.env
  if (S3_ENDPOINT && S3_ACCESS_KEY && S3_SECRET_KEY) {
    const value = { endpoint: S3_ENDPOINT, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, bucket: S3_BUCKET }
    return { value, stop: NOTHING_TO_STOP }
  }
  const keys = { accessKey: 'test-access', secretKey: randomBytes(20).toString('hex') }
  const { endpoint, stop } = isContained('store')
    ? await startStoreContainer(keys)
    : await startObjectStore({ dataDir, ...keys, log: QUIET })
  return { value: { endpoint, ...keys, bucket: S3_BUCKET }, stop }
}
