import { addressVariable, type Env } from '@app/chassis/config/config.ts'
import type { Running, ServiceParts } from '@app/chassis/service/create-service.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { isService, services } from '../services.ts'
import { LOOPBACK } from './parts/loopback.ts'
import { freePort } from './parts/ports.ts'

/** URL of a port without a listener, so that connections are refused immediately. */
const CLOSED_PORT = 'http://127.0.0.1:9'

const addressOf = (name: string, url: string): Env => ({
  [addressVariable(name)]: url,
  ...(name === 'identity' && { JWKS_URL: `${url}/.well-known/jwks.json` }),
})

/**
 * For each absent service, returns a URL that refuses connections. A service is absent if it does not run here and `env` contains no URL
 * for it. Without these URLs, the services that run here would not start, because each service requires the URLs of the services that it
 * calls.
 */
function addressesOfAbsent(names: readonly string[], { env, parts }: Surroundings): Env {
  const absent = serviceNames.filter((name) => !names.includes(name))
  const unknown = absent.filter((name) => Object.keys(addressOf(name, CLOSED_PORT)).some((variable) => !env[variable]))
  if (unknown.length > 0)
    parts.log?.warn(
      `These services do not run here: ${unknown.join(', ')}. To use them, set their URLs in ${unknown.flatMap((name) => Object.keys(addressOf(name, ''))).join(', ')}`,
    )
  return Object.assign({}, ...unknown.map((name) => addressOf(name, CLOSED_PORT)))
}

interface Surroundings {
  env: Env
  databaseUrls: Readonly<Record<string, string>>
  parts: ServiceParts
}

interface RunningServices {
  urls: Readonly<Record<string, string>>
  env: Env
  stop(): Promise<void>
}

/** Services that a service above them calls, although they start later: `company` calls all of them. */
const CALLED_EARLY: readonly string[] = ['tasks', 'documents', 'crm-proxy', 'campaigns', 'notifications']

/**
 * Starts the named services in a fixed order, each on a free port. Each gets the URLs of the services that started before it, and of
 * those in `CALLED_EARLY`, whose ports are chosen before.
 */
export async function startServices(names: readonly string[], surroundings: Surroundings): Promise<RunningServices> {
  const { env, databaseUrls, parts } = surroundings
  const unknownName = names.find((name) => !isService(name))
  if (unknownName) throw new Error(`There is no service "${unknownName}": choose one of ${serviceNames.join(', ')}.`)
  const running: Running[] = []
  const urls: Record<string, string> = {}
  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((service) => service.stop()))
  }
  const earlyPorts = new Map<string, number>()
  for (const name of CALLED_EARLY) if (names.includes(name)) earlyPorts.set(name, await freePort())
  const early = [...earlyPorts].map(([name, port]) => addressOf(name, `http://${LOOPBACK}:${port}`))
  let known: Env = Object.assign({}, addressesOfAbsent(names, surroundings), env, ...early)
  try {
    for (const name of serviceNames.filter((one) => names.includes(one))) {
      const port = String(earlyPorts.get(name) ?? 0)
      const service = await services[name].start({ ...known, PORT: port, HOST: LOOPBACK, DATABASE_URL: databaseUrls[name] }, parts)
      running.push(service)
      urls[name] = service.url
      known = { ...known, ...addressOf(name, service.url) }
    }
    return { urls, env: known, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
