import { addressVariable, type Env } from '@app/chassis/config.ts'
import type { Running, ServiceParts } from '@app/chassis/create-service.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { isService, services } from '../services.ts'

/** Where nobody listens: calls to it are refused at once. */
const NOBODY = 'http://127.0.0.1:9'

const addressOf = (name: string, url: string): Env => ({
  [addressVariable(name)]: url,
  ...(name === 'identity' && { JWKS_URL: `${url}/.well-known/jwks.json` }),
})

/** Addresses for services that do not run here and that the environment does not name, so that the others start without them. */
function addressesOfAbsent(names: readonly string[], { env, parts }: Surroundings): Env {
  const absent = serviceNames.filter((name) => !names.includes(name))
  const unknown = absent.filter((name) => Object.keys(addressOf(name, NOBODY)).some((variable) => !env[variable]))
  if (unknown.length > 0)
    parts.log?.warn(
      `not running here: ${unknown.join(', ')}; name their addresses as ${unknown.flatMap((name) => Object.keys(addressOf(name, ''))).join(', ')}`,
    )
  return Object.assign({}, ...unknown.map((name) => addressOf(name, NOBODY)))
}

interface Surroundings {
  /** What every service is told. */
  env: Env
  /** Each service's own database address. */
  databaseUrls: Readonly<Record<string, string>>
  parts: ServiceParts
}

interface RunningServices {
  /** Where each listens, by name. */
  urls: Readonly<Record<string, string>>
  /** What they were told, and where they are. */
  env: Env
  stop(): Promise<void>
}

/** Starts the named services in their order, each on a free port; the later ones are told where the earlier ones are. */
export async function startServices(names: readonly string[], surroundings: Surroundings): Promise<RunningServices> {
  const { env, databaseUrls, parts } = surroundings
  const stranger = names.find((name) => !isService(name))
  if (stranger) throw new Error(`There is no service "${stranger}": choose one of ${serviceNames.join(', ')}.`)
  const running: Running[] = []
  const urls: Record<string, string> = {}
  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((service) => service.stop()))
  }
  let known: Env = { ...addressesOfAbsent(names, surroundings), ...env }
  try {
    for (const name of serviceNames.filter((one) => names.includes(one))) {
      const service = await services[name].start({ ...known, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrls[name] }, parts)
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
