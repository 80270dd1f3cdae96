import * as Type from 'typebox'
import type { RouteContract, ServiceName } from './define.ts'

export type ServiceRoute<R extends RouteContract = RouteContract> = Omit<R, 'service'> & { service: ServiceName }

const pascal = (service: ServiceName): string => service.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Converts a route that every service has to the route of one service. The service's name replaces `:service` in the path. */
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
