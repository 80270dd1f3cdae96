import { registerErasure } from '@app/chassis/erasure/routes.ts'
import { serveExports } from '@app/chassis/exports/serve-exports.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import forms from '@app/chassis/http/receive-form.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import type { WaitingKind } from '@app/chassis/operations/queue-figures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { exportCampaignRecords } from '@app/contracts/http/export-records.ts'
import { composeCampaignMail } from '@app/contracts/http/mail-content.ts'
import { sql } from 'kysely'
import { registerCampaignRoutes } from './campaigns/routes.ts'
import type { CampaignsDeps } from './deps.ts'
import { IS_NOT_SUSPENDED } from './dispatches/dispatch.repository.ts'
import { registerDispatchRoutes } from './dispatches/routes.ts'
import { companyErasure } from './erasure/erase-company.ts'
import { personErasure } from './erasure/erase-person.ts'
import { exportSources } from './exports/exported.ts'
import { campaignComposers } from './mail/topics.ts'
import { registerMailReportRoutes } from './mail-reports/routes.ts'
import { registerMailRequestRoutes } from './mail-requests/routes.ts'
import { registerPreviewRoutes } from './preview/routes.ts'
import { registerRecipientRoutes } from './recipients/routes.ts'
import { registerReportRoutes } from './reports/routes.ts'
import { registerSuppressionRoutes } from './suppression/routes.ts'
import { registerSuspensionRoutes } from './suspensions/routes.ts'
import { registerUnsubscribeRoutes } from './unsubscribe/routes.ts'

/** Kinds of unfinished work that operators see. The queries omit paused dispatches, and emails of campaigns that a suspension stops. */
const waiting: readonly WaitingKind[] = [
  {
    kind: 'sendings',
    since: sql`select coalesce(started_at, sends_at) as at from dispatch where state in ('gathering', 'waiting', 'sending', 'held')`,
  },
  {
    kind: 'campaign-mails',
    since: sql`select coalesce(first_claimed_at, started_at) as at from dispatch join delivery on delivery.dispatch_id = dispatch.id
      where dispatch.state = 'sending' and delivery.state in ('queued', 'unknown') and ${IS_NOT_SUSPENDED}`,
  },
]

export async function buildApp(deps: CampaignsDeps): Promise<App> {
  const app = await createApp({ ...deps, trustProxy: true })
  await app.register(forms)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'campaigns', waiting })
  registerCampaignRoutes(app, deps)
  registerDispatchRoutes(app, deps)
  registerSuspensionRoutes(app, deps)
  registerRecipientRoutes(app, deps)
  registerPreviewRoutes(app, deps)
  registerSuppressionRoutes(app, deps)
  serveMails(app, composeCampaignMail, { internalMailKey: deps.internalMailKey, composers: campaignComposers(deps) })
  registerMailReportRoutes(app, deps)
  registerReportRoutes(app, deps)
  serveExports(app, exportCampaignRecords, { ...deps, sources: exportSources })
  registerMailRequestRoutes(app, deps)
  await registerUnsubscribeRoutes(app, deps)
  registerErasure(app, { ...deps, service: 'campaigns', company: companyErasure(deps), erasePerson: personErasure(deps.hashOf) })
  return app
}
