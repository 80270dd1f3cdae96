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
const FORGETFUL_FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export interface PostgresOptions {
  dataDir: string
  log: PartLog
  /** False gives up safety against a power cut for speed: for tests. */
  durable?: boolean
  /** More of `name=value`, which go before ours. */
  settings?: readonly string[]
  /** Given, the server is started again whenever it dies, and this hears when that could not be done. */
  onLost?: (error: Error) => void
  restartAfterMs?: readonly number[]
}

/**
 * Starts a real Postgres with its data in `<dataDir>/postgres`. The URL is the superuser's. Postgres runs in a session of its own:
 * when this process exits without `stop()`, for example at a second Ctrl-C, the server is told to shut down at once.
 */
export async function startPostgres(options: PostgresOptions): Promise<{ url: string; stop(): Promise<void> }> {
  await mkdir(options.dataDir, { recursive: true })
  const server = await serverOf(options.dataDir)
  const password = await superuserPassword(`${server.cluster}-password`)
  await ensureCluster(server, password)
  if (await stopLeftOver(server)) options.log.warn('The last run was cut off and had left its database running: it was stopped first.')

  const port = await freePort()
  const durability = options.durable === false ? FORGETFUL_FLAGS : []
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
  // What lives on in this folder is the server; a file of a dead one is cleared by the look.
  const isAlive = async () => (await findLeftOver(server.cluster)) === 'server'
  const letGo = onLost && keepRunning({ url, isAlive, start, restartAfterMs, log, onLost })
  return {
    url,
    stop: async () => {
      await letGo?.()
      if (await isRunning(server)) await stopServer(server)
      process.off('exit', quit)
    },
  }
}

/**
 * Stops the server that a killed run left on this data folder, if there is one.
 * @internal Test runs clean up with it.
 */
export async function stopLeftOverPostgres(dataDir: string): Promise<void> {
  await stopLeftOver(await serverOf(dataDir))
}

async function stopLeftOver(server: Server): Promise<boolean> {
  if ((await findLeftOver(server.cluster)) === 'nothing') return false
  await stopServer(server)
  return true
}

async function serverOf(dataDir: string): Promise<Server> {
  // Running servers are recognised by their real folder.
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
