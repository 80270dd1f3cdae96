import type { RouteContract, ServiceName } from '@app/contracts/define.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type { App } from '../http/app.ts'
import { person, signTestToken } from './people.ts'

const example = (url: string): string => url.replace(/:\w+/g, () => crypto.randomUUID())

/** Callers a route has to turn away, with the status they get. */
function strangersTo({ access }: RouteContract): [who: string, headers: Record<string, string>, status: number][] {
  if (access === 'public') return []
  // An admin is no operator unless marked as one.
  const wrongRoles = (['owner', 'admin'] as const).filter((role) => access !== 'signed-in' && access !== role)
  return [
    ['nobody', {}, 401],
    ['a token that has ended', { authorization: `Bearer ${signTestToken({ expiresIn: -1 })}` }, 401],
    ...wrongRoles.map((role): [string, Record<string, string>, number] => [role, person(role).headers, 403]),
  ]
}

/** Calls every route of a service as each caller without access. Returns the calls that were not rejected as the contract requires. */
export async function findAccessViolations(app: App, service: ServiceName): Promise<string[]> {
  const wrong: string[] = []
  for (const route of allRoutes.filter((one) => one.service === service)) {
    for (const [who, headers, status] of strangersTo(route)) {
      const { statusCode } = await app.inject({ method: route.method, url: example(route.url), headers })
      if (statusCode !== status) wrong.push(`${route.id} for ${who}: ${statusCode} in place of ${status}`)
    }
  }
  return wrong
}
