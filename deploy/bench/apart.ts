import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addressVariable } from '@app/chassis/config.ts'
import { freePort } from '../local/parts/ports.ts'
import { builtWeb } from '../local/web-build.ts'
import { migrateAll } from '../migrate.ts'
import { until } from './owner.ts'
import type { Parts } from './parts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Eight programs begin at the same time, perhaps beside as many others. */
const START_LIMIT_MS = 120_000

/** As README says that programs are started. */
const programFlags = ['--no-memory-reducer', '--max-semi-space-size=16', '--heap-growing-percent=50']

interface Apart {
  url: string
  /** Of each service, and of the gateway. */
  pids: Readonly<Record<string, number>>
  stop(): Promise<void>
}

/** The product as production runs it: every service and the gateway in a process of its own. */
export async function startApart(parts: Parts): Promise<Apart> {
  const databaseUrls = await migrateAll(parts.databaseUrl, parts.env.DATABASE_ROLE_SECRET ?? '')
  const services = Object.keys(databaseUrls)
  const ports = Object.fromEntries(await Promise.all([...services, 'gateway'].map(async (name) => [name, await freePort()] as const)))
  const addresses = Object.fromEntries(services.map((name) => [addressVariable(name), `http://127.0.0.1:${ports[name]}`]))
  const url = `http://127.0.0.1:${ports.gateway}`
  const common = {
    ...process.env,
    ...parts.env,
    ...addresses,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    JWKS_URL: `${addresses.IDENTITY_URL}/.well-known/jwks.json`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    CAMPAIGN_SENDER_DOMAIN: 'mail.localhost',
    WEB_DIST: await builtWeb(),
  }
  const startOne = (name: string, folder: string): ChildProcess => {
    const env = { ...common, PORT: String(ports[name]), ...(databaseUrls[name] && { DATABASE_URL: databaseUrls[name] }) }
    return spawn(process.execPath, [...programFlags, `${folder}/src/main.ts`], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const running = Object.fromEntries(services.map((name) => [name, startOne(name, `services/${name}`)]))
  const stopOne = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const stop = async () => void (await Promise.all(Object.values(running).map(stopOne)))
  const ready = async (address: string) => {
    const isReady = async () =>
      (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.ok === true
    await until(`${address} is ready`, isReady, START_LIMIT_MS)
  }
  try {
    await Promise.all(Object.values(addresses).map(ready))
    running.gateway = startOne('gateway', 'gateway')
    await ready(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pids: Object.fromEntries(Object.entries(running).map(([name, { pid = 0 }]) => [name, pid])), stop }
}
