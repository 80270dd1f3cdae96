import type { Env } from '@app/chassis/config.ts'
import type { Running, ServiceParts } from '@app/chassis/create-service.ts'
import { start as startCompany } from '@app/company/main.ts'
import { start as startIdentity } from '@app/identity/main.ts'
import { start as startNotifications } from '@app/notifications/main.ts'
import { start as startTasks } from '@app/tasks/main.ts'

type Start = (env: Env, parts: ServiceParts) => Promise<Running>

/** In starting order: each finds the addresses of those before it as `<NAME>_URL`. */
export const services: Readonly<Record<string, Start>> = {
  identity: startIdentity,
  company: startCompany,
  tasks: startTasks,
  notifications: startNotifications,
}

interface Surroundings {
  /** What every service is told. */
  env: Env
  /** Each service's own database address. */
  databaseUrls: Readonly<Record<string, string>>
  parts: ServiceParts
}

/** Starts the named services one after the other, each on a free port; the later ones are told where the earlier ones are. */
export async function startServices(names: readonly string[], { env, databaseUrls, parts }: Surroundings): Promise<Running & { env: Env }> {
  const running: Running[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((service) => service.stop()))
  }
  let known: Env = env
  try {
    for (const name of names) {
      const start = services[name]
      if (!start) throw new Error(`There is no service "${name}": choose one of ${Object.keys(services).join(', ')}.`)
      const service = await start({ ...known, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrls[name] }, parts)
      running.push(service)
      known = { ...known, [`${name.toUpperCase()}_URL`]: service.url }
      if (name === 'identity') known = { ...known, JWKS_URL: `${service.url}/.well-known/jwks.json` }
    }
    return { url: running.at(-1)?.url ?? '', env: known, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
