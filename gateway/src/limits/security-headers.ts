import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { App } from '@app/chassis/http/app.ts'
import cors from '@fastify/cors'
import helmet from 'helmet'

/** Everything comes from our own origin, but for the map that a visitor asks for; no inline script or style, no eval, no frame around us. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    frameSrc: ["'self'", 'https://www.openstreetmap.org'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  },
}
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'
const YEAR_SECONDS = 31_536_000

/**
 * What helmet sets, read off an answer nobody gets. It is the same every time, and letting helmet put it together for each
 * request took a third of the gateway's processor time (measured).
 */
function fixedHeaders(publicUrl: string): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const protect = helmet({
    contentSecurityPolicy,
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  protect(answer.req, answer, (error) => {
    if (error) throw error
  })
  return { ...answer.getHeaders(), 'permissions-policy': PERMISSIONS, 'cache-control': 'no-store' }
}

/** Headers of every answer: the request id, what browsers are to forbid, and that nobody keeps what does not say otherwise. */
export function secureHeaders(app: App, publicUrl: string): void {
  const headers = fixedHeaders(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** Lets pages of the named origins call; of none when there are no names. */
export async function allowOrigins(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['link', 'retry-after', 'x-request-id', 'idempotency-replayed'],
    maxAge: 600,
  })
}
