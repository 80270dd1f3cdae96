import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { PartLog } from './log.ts'
import { freePort } from './ports.ts'
import { postgresAccount, withAccessTo } from './postgres/account.ts'
import { postgresBinaries } from './postgres/binaries.ts'
import { ensureCluster } from './postgres/cluster.ts'
import { keepRunning, RESTART_AFTER_MS } from './postgres/keep-running.ts'
import { superuserPassword } from './postgres/password.ts'
import { emptyLog, isRunning, quitServer, type Server, startServer, stopServer } from './postgres/server.ts'
import { findLeftOver } from './postgres/stale.ts'

const DATABASE = 'palmetto'

const LOCAL_FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
]
const NON_DURABLE_FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export interface PostgresOptions {
  dataDir: string
  log: PartLog
  /** If false, Postgres runs without fsync. This is faster, but a power failure loses data, so it is only for tests. */
  durable?: boolean
  /** Additional server settings (`name=value`), which override the defaults. */
  settings?: readonly string[]
  /** If set, the server is restarted after each exit. `onLost` is called when all restarts have failed. */
  onLost?: (error: Error) => void
  restartAfterMs?: readonly number[]
}

/**
 * Starts Postgres in `<dataDir>/postgres` and returns the superuser's URL. If this process exits without `stop()`, Postgres is shut down.
 */
export async function startPostgres(options: PostgresOptions): Promise<{ url: string; stop(): Promise<void> }> {
  await mkdir(options.dataDir, { recursive: true })
  const server = await serverOf(options.dataDir)
  const password = await superuserPassword(`${server.cluster}-password`)
  await ensureCluster(server, password)
  if (await stopLeftOver(server))
    options.log.warn('The previous run was killed and its database server was still running. Stopped that server first.')

  const port = await freePort()
  const durability = options.durable === false ? NON_DURABLE_FLAGS : []
  const start = () => startServer(server, [`port=${port}`, ...LOCAL_FLAGS, ...durability, ...(options.settings ?? [])])
  await emptyLog(server)
  const quit = () => quitServer(server)
  process.once('exit', quit)
  await start()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`
  try {
    await ensureDatabase(url)
  } catch (error) {
    await stopServer(server)
    throw error
  }
  const { onLost, restartAfterMs = RESTART_AFTER_MS, log } = options
  // If another program now has the pid of the exited server, Postgres does not start while the pid file exists. In this case,
  // `findLeftOver` deletes the file.
  const isAlive = async () => (await findLeftOver(server.cluster)) === 'server'
  const stopWatching = onLost && keepRunning({ url, isAlive, start, restartAfterMs, log, onLost })
  return {
    url,
    stop: async () => {
      await stopWatching?.()
      if (await isRunning(server)) await stopServer(server)
      process.off('exit', quit)
    },
  }
}

/** @internal Stops the Postgres server that a killed run left running on this data folder. Test runs use this function. */
export async function stopLeftOverPostgres(dataDir: string): Promise<void> {
  await stopLeftOver(await serverOf(dataDir))
}

async function stopLeftOver(server: Server): Promise<boolean> {
  if ((await findLeftOver(server.cluster)) === 'nothing') return false
  await stopServer(server)
  return true
}

async function serverOf(dataDir: string): Promise<Server> {
  // A running server is identified by the real path of its working directory, without symbolic links.
  const cluster = join(await realpath(dataDir), 'postgres')
  const binaries = await postgresBinaries()
  const account = await withAccessTo([dirname(cluster), dirname(binaries.initdb)], await postgresAccount())
  return { binaries, account, cluster, logFile: `${cluster}.log` }
}

async function ensureDatabase(url: string): Promise<void> {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}
