import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addressVariable } from '@app/chassis/config/config.ts'
import { imageFlags, imageMalloc } from '../../docker/image-settings.ts'
import { stripTypes } from '../../docker/strip-types.ts'
import { freePort } from '../../local/parts/ports.ts'
import { builtWeb } from '../../local/web-build.ts'
import { migrateAll } from '../../migrate.ts'
import { environment, type RunningProduct, startTestProduct } from '../support/product.ts'
import { startFlags, startMalloc } from '../support/start-script.ts'
import { until } from './owner.ts'
import type { Servers } from './servers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Timeout for the start of the product's eight programs at the same time, possibly while another instance of the product is running. */
const START_LIMIT_MS = 120_000

/** Starts the product in one process, as `npm start` does. `settings` and `flags` replace those of `npm start`. */
export async function startInOneProcess(settings: Readonly<Record<string, string>>, flags = startFlags): Promise<RunningProduct> {
  // The product serves this build. Otherwise, it would build the app itself during the measurement.
  await builtWeb()
  return startTestProduct({ ...startMalloc, ...settings, NODE_DISABLE_COMPILE_CACHE: '1' }, flags)
}

export type SeparateProcesses = Awaited<ReturnType<typeof startInProcesses>>

/** Starts each service and the gateway as a process, as in production. */
export async function startInProcesses({ databaseUrl, env }: Servers, settings: Readonly<Record<string, string>> = {}) {
  await stripTypes()
  const databaseUrls = await migrateAll(databaseUrl, env.DATABASE_ROLE_SECRET)
  const services = Object.keys(databaseUrls)
  const ports = Object.fromEntries(await Promise.all([...services, 'gateway'].map(async (name) => [name, await freePort()] as const)))
  const addressOf = (name: string): string => `http://127.0.0.1:${ports[name]}`
  const common = {
    ...environment,
    ...imageMalloc,
    ...env,
    ...Object.fromEntries(services.map((name) => [addressVariable(name), addressOf(name)])),
    HOST: '127.0.0.1',
    PUBLIC_URL: addressOf('gateway'),
    JWKS_URL: `${addressOf('identity')}/.well-known/jwks.json`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    CAMPAIGN_SENDER_DOMAIN: 'mail.localhost',
    WEB_DIST: await builtWeb(),
    ...settings,
  }
  const running = new Map<string, ChildProcess>()
  const start = async (name: string) => {
    const own = { PORT: String(ports[name]), ...(databaseUrls[name] && { DATABASE_URL: databaseUrls[name] }) }
    const program = `${name === 'gateway' ? name : `services/${name}`}/src/main.ts`
    const child = spawn(process.execPath, [...imageFlags, program], {
      cwd: root,
      env: { ...common, ...own },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    running.set(name, child)
    const ready = () => fetch(`${addressOf(name)}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await until(`${name} is ready`, async () => (await ready())?.ok === true, START_LIMIT_MS)
  }
  const stopOne = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  }
  const stop = async () => void (await Promise.all([...running.values()].map(stopOne)))
  try {
    await Promise.all(services.map(start))
    await start('gateway')
  } catch (error) {
    await stop()
    throw error
  }
  const pidOf = (name: string): number => running.get(name)?.pid ?? 0
  return { url: addressOf('gateway'), pidOf, pids: [...running.keys()].map(pidOf), stop }
}
