import type { RouteContract, ServiceName } from '@app/contracts/define.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type { App } from '../http/app.ts'
import { person, signTestToken } from './people.ts'

const example = (url: string): string => url.replace(/:\w+/g, () => crypto.randomUUID())

function callersWithoutAccess({ access }: RouteContract): [caller: string, headers: Record<string, string>, status: number][] {
  if (access === 'public') return []
  // The role `admin` stands for an admin who is not an operator.
  const wrongRoles = (['owner', 'admin'] as const).filter((role) => access !== 'signed-in' && access !== role)
  return [
    ['a caller without a token', {}, 401],
    ['an expired token', { authorization: `Bearer ${signTestToken({ expiresIn: -1 })}` }, 401],
    ...wrongRoles.map((role): [string, Record<string, string>, number] => [role, person(role).headers, 403]),
  ]
}

/** Calls every route of a service as each caller without access. Returns the calls with an unexpected status. */
export async function findAccessViolations(app: App, service: ServiceName): Promise<string[]> {
  const wrong: string[] = []
  for (const route of allRoutes.filter((candidate) => candidate.service === service)) {
    for (const [caller, headers, status] of callersWithoutAccess(route)) {
      const { statusCode } = await app.inject({ method: route.method, url: example(route.url), headers })
      if (statusCode !== status) wrong.push(`${route.id} for ${caller}: ${statusCode} instead of ${status}`)
    }
  }
  return wrong
}
