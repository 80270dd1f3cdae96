import type { App } from '@app/chassis/http/app.ts'
import type { FastifyRequest } from 'fastify'
import { probes } from '../limits/rate-limits.ts'
import { targetOf } from '../limits/targets.ts'
import { wantsHtml } from './browser-constraint.ts'

/** Whether a browser opens a page. Calls of the API, files, health checks (with any `Accept` header) and the requests of a page are not. */
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
