import type { App } from '@app/chassis/http/app.ts'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'

/** Everything comes from our own origin; no inline script or style, no eval, no frame around us. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  },
}
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'
const YEAR_SECONDS = 31_536_000

/** Headers of every answer: the request id and what browsers are to forbid. */
export async function secureHeaders(app: App, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy,
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'permissions-policy': PERMISSIONS, 'x-request-id': request.id })
  })
}

/** Lets pages of the named origins call; of none when there are no names. */
export async function allowOrigins(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['link', 'retry-after', 'x-request-id'],
    maxAge: 600,
  })
}
