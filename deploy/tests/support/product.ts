import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LOCAL_ADMIN_PASSWORD } from '@app/chassis/config/local-admin.ts'
import { freePort } from '../../local/parts/ports.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const START_LIMIT_MS = 120_000
const STARTS_MAX = 3

/** The environment without external databases, brokers and stores. Products with a common broker would receive each other's events. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: undefined,
  DATABASE_ROLE_SECRET: undefined,
  AMQP_URL: undefined,
  S3_ENDPOINT: undefined,
  SMTP_URL: undefined,
  CRM_HOSTS: undefined,
}

/**
 * The environment of programs that tests start. These programs use Node's cache of compiled modules, which saves CPU time at each start.
 * Vitest disables this cache while it measures coverage. This environment enables the cache again, because Vitest does not measure the
 * coverage of these programs. Benchmarks start the product without the cache.
 */
export const cachedEnvironment: NodeJS.ProcessEnv = {
  ...environment,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  NODE_DISABLE_COMPILE_CACHE: undefined,
}

export const admin = { email: 'admin@example.com', password: LOCAL_ADMIN_PASSWORD }

type Settings = Readonly<Record<string, string>>

export interface RunningProduct {
  url: string
  inboxUrl: string
  sheetsUrl: string
  dataDir: string
  pid: number
  output(): string
  kill(): Promise<void>
  /** Sends SIGINT (Ctrl-C). Resolves to the exit code when the process has exited. */
  interrupt(): Promise<number | null>
  /** Restarts the product with the same data and ports, and optionally with changed settings. */
  restart(changes?: Settings): Promise<void>
  stop(): Promise<void>
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The product exited during its start:\n${output()}`)
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
    if (ready?.ok) return
    await sleep(100)
  }
  throw new Error(`The product was not ready after ${START_LIMIT_MS / 1000} s:\n${output()}`)
}

export const freePorts = async () => ({
  PORT: String(await freePort()),
  INBOX_PORT: String(await freePort()),
  SHEET_PORT: String(await freePort()),
})

/**
 * Starts a product with its own data folder. `settings` can replace parts, for example the broker (AMQP_URL). `flags` are Node.js flags.
 * If another process takes a chosen port before the product listens on it, the product is started again with other ports.
 */
export async function startTestProduct(settings: Settings = {}, flags: readonly string[] = []): Promise<RunningProduct> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnFreePorts(settings, flags)
    } catch (error) {
      if (tries === STARTS_MAX || !String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function startOnFreePorts(settings: Settings, flags: readonly string[]): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-data-'))
  const ports = await freePorts()
  const url = `http://localhost:${ports.PORT}`
  let child: ChildProcess
  let printed = ''
  const output = () => printed

  async function launch(changes: Settings = {}): Promise<void> {
    child = spawn(process.execPath, [...flags, 'deploy/local/start.ts'], {
      cwd: root,
      env: { ...cachedEnvironment, ...ports, DATA_DIR: dataDir, ...settings, ...changes },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
      })
    }
    await untilReady(url, child, output)
  }

  async function stop(): Promise<void> {
    await end('SIGINT')
    await rm(dataDir, { recursive: true, force: true })
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.kill(signal)
    const [code] = await once(child, 'exit')
    return code
  }

  await launch().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url,
    inboxUrl: `http://localhost:${ports.INBOX_PORT}`,
    // The product may send requests to this host, because the local run adds it to CRM_HOSTS.
    sheetsUrl: `http://127.0.0.1:${ports.SHEET_PORT}`,
    dataDir,
    get pid() {
      return child.pid ?? 0
    },
    output,
    kill: async () => void (await end('SIGKILL')),
    interrupt: () => end('SIGINT'),
    restart: launch,
    stop,
  }
}
