import * as Type from 'typebox'
import type { RouteContract, ServiceName } from './define.ts'

/** A route that belongs to a single service. */
export type ServiceRoute<R extends RouteContract = RouteContract> = Omit<R, 'service'> & { service: ServiceName }

const pascal = (service: ServiceName): string => service.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the route of one service for a route that each service has. Its path has the name of the service instead of `:service`. */
export function routeOf<R extends RouteContract>(route: R, service: ServiceName): ServiceRoute<R> {
  const { service: _, ...params } = route.schema.params?.properties ?? {}
  return {
    ...route,
    id: `${route.id}Of${pascal(service)}`,
    service,
    url: route.url.replace(':service', service),
    schema: { ...route.schema, params: Type.Object(params) },
  }
}
