import { registerErasure } from '@app/chassis/erasure/routes.ts'
import { serveExports } from '@app/chassis/exports/serve-exports.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { type WaitingKind, waitingWork } from '@app/chassis/operations/queue-figures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { exportCustomerRecords } from '@app/contracts/http/export-records.ts'
import { composeSheetMail } from '@app/contracts/http/mail-content.ts'
import { sql } from 'kysely'
import { audiences } from './audience/read-audience.ts'
import { registerAudienceRoutes } from './audience/routes.ts'
import { registerCustomerRoutes } from './customers/routes.ts'
import type { CrmDeps } from './deps.ts'
import { companyErasure, erasePerson, findInSpreadsheets } from './erasure.ts'
import { exportSources } from './exports/exported.ts'
import { sheetComposers } from './mail/topics.ts'
import { registerNoteRoutes } from './notes/routes.ts'
import { registerReportRoutes } from './reports/routes.ts'
import { registerSetupRoutes } from './setup/routes.ts'
import { sheetJobs } from './sheet/sheet-jobs.ts'

/** Kinds of unfinished work that operators see. */
const waiting: readonly WaitingKind[] = [
  waitingWork('sheet-jobs', sheetJobs),
  waitingWork('audiences', audiences),
  { kind: 'customer-writes', since: sql`select created_at as at from write where state <> 'written'` },
  { kind: 'away-sheets', since: sql`select away_since as at from sheet where away_since is not null` },
]

export async function buildApp(deps: CrmDeps): Promise<App> {
  const app = await createApp(deps)
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'crm-proxy', waiting })
  registerCustomerRoutes(app, deps)
  registerNoteRoutes(app, deps)
  registerSetupRoutes(app, deps)
  registerAudienceRoutes(app, deps)
  registerReportRoutes(app, deps)
  serveMails(app, composeSheetMail, { internalMailKey: deps.internalMailKey, composers: sheetComposers(deps) })
  serveExports(app, exportCustomerRecords, { ...deps, sources: exportSources(deps.reader) })
  registerErasure(app, { ...deps, service: 'crm-proxy', company: companyErasure, erasePerson, findInSpreadsheets })
  return app
}
