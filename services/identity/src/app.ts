import { registerErasure } from '@app/chassis/erasure/routes.ts'
import { serveExports } from '@app/chassis/exports/serve-exports.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { exportIdentityRecords } from '@app/contracts/http/export-records.ts'
import { composeIdentityMail } from '@app/contracts/http/mail-content.ts'
import { companyErasure, erasePerson } from './accounts/erase-account.ts'
import { registerAccountRoutes } from './accounts/routes.ts'
import { registerAdminRoutes } from './admins/routes.ts'
import type { IdentityDeps } from './deps.ts'
import { registerEmailChangeRoutes } from './email-changes/routes.ts'
import { exportSources } from './exports/exported.ts'
import { registerInvitationRoutes } from './invitations/routes.ts'
import { identityComposers } from './mail/topics.ts'
import { registerOwnerRoutes } from './owners/routes.ts'
import { registerResetRoutes } from './resets/routes.ts'
import { registerSecondFactorRoutes } from './second-factor/routes.ts'
import { registerSessionRoutes } from './sessions/routes.ts'
import { registerTokenRoutes } from './tokens/routes.ts'
import { registerVerificationRoutes } from './verification/routes.ts'

export async function buildApp(deps: IdentityDeps): Promise<App> {
  const { log, checks, registry, signingKeys: keys, isRevoked, tracer } = deps
  // The gateway sets `x-forwarded-for`. Rate limits need it to identify clients.
  const app = await createApp({ log, keys, checks, registry, isRevoked, tracer, trustProxy: true })
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'identity' })
  registerAccountRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerSecondFactorRoutes(app, deps)
  registerAdminRoutes(app, deps)
  registerInvitationRoutes(app, deps)
  registerEmailChangeRoutes(app, deps)
  registerOwnerRoutes(app, deps)
  registerResetRoutes(app, deps)
  registerVerificationRoutes(app, deps)
  registerTokenRoutes(app, deps)
  serveMails(app, composeIdentityMail, { internalMailKey: deps.internalMailKey, composers: identityComposers(deps) })
  serveExports(app, exportIdentityRecords, { ...deps, sources: exportSources })
  registerErasure(app, { ...deps, service: 'identity', company: companyErasure(deps), erasePerson })
  return app
}
