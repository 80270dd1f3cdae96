import type { App } from '@app/chassis/http/app.ts'
import type { FastifyRequest } from 'fastify'
import { targetOf } from '../limits/targets.ts'
import { wantsHtml } from './browser-constraint.ts'

/** Health checks, which an orchestrator may request with any `Accept` header and by an IP address. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/** Whether a browser opens a page. Calls of the API, files, health checks and the requests of a page are no navigations. */
const isNavigation = (request: FastifyRequest): boolean =>
  request.method === 'GET' && targetOf(request) === 'page' && !probes.has(request.routeOptions.url) && wantsHtml(request.raw)

/**
 * Redirects a browser that opens a page at another host than that of `publicUrl`. The target is always the origin of `publicUrl` with the
 * path of the request, so nobody can choose another target. The redirect is not cached, because the setting can change.
 */
export function redirectToPublicHost(app: App, publicUrl: string): void {
  const { origin, protocol, host } = new URL(publicUrl)
  const isPublicHost = (given: string): boolean => URL.parse(`${protocol}//${given}`)?.host === host
  app.addHook('onRequest', async (request, reply) => {
    const url = request.raw.url ?? ''
    if (!url.startsWith('/') || !isNavigation(request) || isPublicHost(request.host)) return
    return reply.redirect(origin + url, 308)
  })
}
