import { type App, createApp } from '@app/chassis/http/app.ts'
import forms from '@app/chassis/http/receive-form.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { waitingWork } from '@app/chassis/operations/queue-figures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { composeCompanyMail } from '@app/contracts/http/mail-content.ts'
import type { CompanyDeps } from './deps.ts'
import { erasureQueue } from './erasure/erasure-work.ts'
import { registerErasureRoutes } from './erasure/routes.ts'
import { exportQueue } from './exports/request-export.ts'
import { registerExportRoutes } from './exports/routes.ts'
import { companyComposers } from './mail/topics.ts'
import { registerManagerRoutes } from './managers/routes.ts'
import { registerNoteRoutes } from './notes/routes.ts'
import { registerProfileRoutes } from './profile/routes.ts'

export async function buildApp(deps: CompanyDeps): Promise<App> {
  const app = await createApp({ ...deps, trustProxy: true })
  await app.register(forms)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, {
    ...deps,
    service: 'company',
    waiting: [waitingWork('exports', exportQueue), waitingWork('erasures', erasureQueue)],
  })
  registerProfileRoutes(app, deps)
  registerManagerRoutes(app, deps)
  registerNoteRoutes(app, deps)
  registerExportRoutes(app, deps)
  registerErasureRoutes(app, deps)
  serveMails(app, composeCompanyMail, { internalMailKey: deps.internalMailKey, composers: companyComposers(deps) })
  return app
}
