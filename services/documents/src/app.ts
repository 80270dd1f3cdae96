import { registerErasure } from '@app/chassis/erasure/routes.ts'
import { serveExports } from '@app/chassis/exports/serve-exports.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import forms from '@app/chassis/http/receive-form.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { exportDocumentRecords } from '@app/contracts/http/export-records.ts'
import { composeDocumentMail } from '@app/contracts/http/mail-content.ts'
import type { DocumentsDeps } from './deps.ts'
import { registerDocumentRoutes } from './documents/routes.ts'
import { companyErasure } from './erasure.ts'
import { exportSources } from './exports/exported.ts'
import { documentComposers } from './mail/topics.ts'
import { registerPhotoRoutes } from './photos/routes.ts'

export async function buildApp(deps: DocumentsDeps): Promise<App> {
  const app = await createApp(deps)
  await app.register(forms)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'documents' })
  registerDocumentRoutes(app, deps)
  registerPhotoRoutes(app, deps)
  serveMails(app, composeDocumentMail, { internalMailKey: deps.internalMailKey, composers: documentComposers(deps) })
  serveExports(app, exportDocumentRecords, { ...deps, sources: exportSources })
  // The service stores no rows about people. The chassis erases messages about them.
  registerErasure(app, { ...deps, service: 'documents', company: companyErasure(deps), erasePerson: async () => {} })
  return app
}
