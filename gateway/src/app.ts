import { type App, createApp } from '@app/chassis/http/app.ts'
import { routeNotFound } from '@app/chassis/http/error-handler.ts'
import type { RevocationFollower } from '@app/chassis/http/follow-revocations.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { APP_BUILD } from '@app/contracts/rules/served-pages.ts'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { registerDocs } from './docs/routes.ts'
import { registerFiles } from './files/routes.ts'
import { createConcurrencyGates } from './limits/concurrency-gates.ts'
import { httpServer } from './limits/http-server.ts'
import { rateLimits } from './limits/rate-limits.ts'
import { allowOrigins, protectSecretPaths, secureHeaders } from './limits/security-headers.ts'
import { limitTargets } from './limits/targets.ts'
import { addBrowserConstraint } from './pages/browser-constraint.ts'
import { registerEarlierBuilds } from './pages/earlier-builds.ts'
import { redirectToPublicHost } from './pages/public-host.ts'
import { buildIn, registerPages } from './pages/routes.ts'
import { registerApi } from './proxy/routes.ts'
import { limitAnsweredBodies } from './proxy/upload-speed.ts'
import { openUpstreams } from './upstreams/upstreams.ts'

export interface GatewayDeps {
  config: Config
  log: Logger
  registry: Registry
  following: RevocationFollower
  tracer?: Tracer
}

export async function buildApp({ config, log, registry, following, tracer }: GatewayDeps): Promise<App> {
  const app = await createApp({
    log,
    keys: remoteKeySet(config.JWKS_URL),
    checks: { revocations: following.check },
    registry,
    isRevoked: following.isRevoked,
    isPublic: true,
    tracer,
    server: httpServer(config.trustedProxies),
  })
  addBrowserConstraint(app)
  secureHeaders(app, config.PUBLIC_URL)
  protectSecretPaths(app)
  const build = await buildIn(config.WEB_DIST)
  app.addHook('onRequest', async (_request, reply) => void reply.header(APP_BUILD, build))
  await allowOrigins(app, config.corsOrigins)
  limitTargets(app)
  const limits = await rateLimits(app, config.requestsPerMinute)
  app.addHook('onRequest', limits.general)
  if (config.NODE_ENV === 'production') redirectToPublicHost(app, config.PUBLIC_URL)
  // The body of a request without a route is not read.
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) throw routeNotFound()
  })
  const gates = createConcurrencyGates(config, registry)
  const { services, store, stop } = await openUpstreams(config, registry, log)
  app.addHook('onClose', stop)

  const bodyWindowMs = config.BODY_WINDOW_MS
  limitAnsweredBodies(app, bodyWindowMs)
  await registerApi(app, { services, limits, gates, bodyWindowMs, whenRevoked: following.whenRevoked })
  await registerFiles(app, { store, bucket: config.S3_BUCKET, gates, bodyWindowMs })
  registerDocs(app)
  await registerPages(app, config, build)
  await registerEarlierBuilds(app, { store, bucket: config.S3_BUCKET, gates })
  return app
}
