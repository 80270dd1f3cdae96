import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addressVariable } from '@app/chassis/config.ts'
import { imageFlags, imageMalloc } from '../docker/image-settings.ts'
import { stripTypes } from '../docker/strip-types.ts'
import { freePort } from '../local/parts/ports.ts'
import { builtWeb } from '../local/web-build.ts'
import { migrateAll } from '../migrate.ts'
import { environment } from '../test/product.ts'
import { until } from './owner.ts'
import type { Parts } from './parts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Timeout for the start of the product's eight programs at the same time, possibly while another instance of the product is running. */
const START_LIMIT_MS = 120_000

interface Replica {
  pid: number
  /** Sends SIGTERM, as an orchestrator does. Resolves when the process has exited. */
  stop(): Promise<void>
}

interface Apart {
  url: string
  /** Process ids of the services and the gateway, by name. */
  pids: Readonly<Record<string, number>>
  /** Starts another process of a service. It listens on the same port, but at another loopback address. */
  startAlso(name: string, host: string): Promise<Replica>
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** Starts each service and the gateway as a process, as in production. `setSingle` returns additional settings by program name. */
export async function startApart(parts: Parts, setSingle: (addresses: Settings) => Record<string, Settings> = () => ({})): Promise<Apart> {
  await stripTypes()
  const databaseUrls = await migrateAll(parts.databaseUrl, parts.env.DATABASE_ROLE_SECRET ?? '')
  const services = Object.keys(databaseUrls)
  const ports = Object.fromEntries(await Promise.all([...services, 'gateway'].map(async (name) => [name, await freePort()] as const)))
  const addresses = Object.fromEntries(services.map((name) => [addressVariable(name), `http://127.0.0.1:${ports[name]}`]))
  const single = setSingle(addresses)
  const url = `http://127.0.0.1:${ports.gateway}`
  const common = {
    ...environment,
    ...imageMalloc,
    ...parts.env,
    ...addresses,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    JWKS_URL: `${addresses.IDENTITY_URL}/.well-known/jwks.json`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    CAMPAIGN_SENDER_DOMAIN: 'mail.localhost',
    WEB_DIST: await builtWeb(),
  }
  const running: ChildProcess[] = []
  const startOne = (name: string, settings: Settings = {}): ChildProcess => {
    const database = databaseUrls[name] && { DATABASE_URL: databaseUrls[name] }
    const env = { ...common, PORT: String(ports[name]), ...database, ...single[name], ...settings }
    const program = `${name === 'gateway' ? name : `services/${name}`}/src/main.ts`
    const child = spawn(process.execPath, [...imageFlags, program], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    running.push(child)
    return child
  }
  const stopOne = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const stop = async () => void (await Promise.all(running.map(stopOne)))
  const ready = async (address: string) => {
    const isReady = async () =>
      (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.ok === true
    await until(`${address} is ready`, isReady, START_LIMIT_MS)
  }
  try {
    const first = services.map((name) => [name, startOne(name)] as const)
    await Promise.all(Object.values(addresses).map(ready))
    const gateway = ['gateway', startOne('gateway')] as const
    await ready(url)
    return {
      url,
      pids: Object.fromEntries([...first, gateway].map(([name, { pid = 0 }]) => [name, pid])),
      async startAlso(name, host) {
        const child = startOne(name, { HOST: host })
        await ready(`http://${host}:${ports[name]}`)
        return { pid: child.pid ?? 0, stop: () => stopOne(child) }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
