import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { App } from '@app/chassis/http/app.ts'
import cors from '@fastify/cors'
import helmet from 'helmet'
import { decodedPath } from './decoded-path.ts'

/** Allows only content of this origin, and the map of the contact page. Forbids inline scripts and styles, `eval` and framing. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    // An admin's browser reads the first frame of a video before the upload.
    mediaSrc: ["'self'", 'blob:'],
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

/** Computes helmet's headers only once. Calling helmet for each request took a third of the gateway's CPU time (measured). */
function fixedHeaders(publicUrl: string): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const protect = helmet({
    contentSecurityPolicy,
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  protect(response.req, response, (error) => {
    if (error) throw error
  })
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS, 'cache-control': 'no-store' }
}

/** Security headers that browsers use only for documents and workers. */
const forDocuments: ReadonlySet<string> = new Set([
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])
/** Matches the paths of scripts, stylesheets and fonts, but not the paths of workers. The file names of workers begin with `worker-`. */
const assetPath = /^\/assets\/(?!worker-)[\w.-]+\.(?:js|css|woff2)$/

/**
 * Sets the request id, the security headers and `Cache-Control: no-store` on all responses. Routes can override these headers.
 *
 * Responses with assets do not have the headers in `forDocuments`. The portal's page loads more than twenty assets. Without these headers, a
 * slow phone shows the first task card 0.1 s (5 %) earlier (`npm run bench -- phone`).
 */
export function secureHeaders(app: App, publicUrl: string): void {
  const headers = fixedHeaders(publicUrl)
  const assetHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !forDocuments.has(name)))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(assetPath.test(request.raw.url ?? '') ? assetHeaders : headers).header('x-request-id', request.id)
    done()
  })
}

const reviewPath = /^\/+(?:api\/+)?review(?:\/|$)/i
const feedPath = /^\/+(?:api\/+)?(?:calendar|unsubscribe|mailing)(?:\/|$)/i
/** Headers that keep URLs with secret tokens from other sites and from search engines. */
const secretPathHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
/** Responses to review links are not cached. Calendar apps cache a feed, and revalidate it with its ETag. */
const reviewHeaders = { ...secretPathHeaders, 'cache-control': 'no-store' }

/** Sets the headers of responses to review links, calendar feeds and links in campaigns' emails. They override the headers of pages. */
export function protectSecretPaths(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const path = decodedPath(request.raw.url ?? '')
    if (reviewPath.test(path)) reply.headers(reviewHeaders)
    else if (feedPath.test(path)) reply.headers(secretPathHeaders)
    return payload
  })
}

export async function allowOrigins(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['link', 'retry-after', 'x-request-id', 'idempotency-replayed'],
    maxAge: 600,
  })
}
