import { registerErasure } from '@app/chassis/erasure/routes.ts'
import { serveExports } from '@app/chassis/exports/serve-exports.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import forms from '@app/chassis/http/receive-form.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { waitingWork } from '@app/chassis/operations/queue-figures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { exportTaskRecords } from '@app/contracts/http/export-records.ts'
import { registerBatchRoutes } from './batches/routes.ts'
import { registerBoardRoutes } from './board/routes.ts'
import { registerBriefRoutes } from './briefs/routes.ts'
import { registerCalendarRoutes } from './calendar/routes.ts'
import { registerColleagueRoutes } from './colleagues/routes.ts'
import { registerCompanyRoutes } from './companies/routes.ts'
import type { TasksDeps } from './deps.ts'
import { companyErasure } from './erasure/erase-company.ts'
import { erasePerson } from './erasure/erase-person.ts'
import { exportSources } from './exports/exported.ts'
import { registerInboundRoutes } from './inbound/routes.ts'
import { registerMailRoutes } from './mail/routes.ts'
import { registerNoteRoutes } from './notes/routes.ts'
import { registerPhotoRoutes } from './photos/routes.ts'
import { registerPostRoutes } from './posts/routes.ts'
import { registerPreviewNoteRoutes } from './preview-notes/routes.ts'
import { previewFiles } from './previews/incomplete-file.repository.ts'
import { registerPreviewRoutes } from './previews/routes.ts'
import { proofreadingQueue } from './proofreading/proofreading.repository.ts'
import { registerProofreadingRoutes } from './proofreading/routes.ts'
import { registerQuotaRoutes } from './quotas/routes.ts'
import { registerRecordRoutes } from './record/routes.ts'
import { registerReportRoutes } from './reports/routes.ts'
import { reportQueue } from './reports/start-reports.ts'
import { registerReviewRoutes } from './reviews/routes.ts'
import { registerSeriesRoutes } from './series/routes.ts'
import { registerTaskRoutes } from './tasks/routes.ts'

export async function buildApp(deps: TasksDeps): Promise<App> {
  const app = await createApp({ ...deps, trustProxy: true })
  await app.register(forms)
  await app.register(idempotency, { db: deps.db })
  const waiting = [
    waitingWork('preview-files', previewFiles),
    waitingWork('proofreading', proofreadingQueue),
    waitingWork('reports', reportQueue),
  ]
  registerOperations(app, { ...deps, service: 'tasks', waiting })
  registerTaskRoutes(app, deps)
  registerBatchRoutes(app, deps)
  registerBriefRoutes(app, deps)
  registerPostRoutes(app, deps)
  registerSeriesRoutes(app, deps)
  registerQuotaRoutes(app, deps)
  registerPhotoRoutes(app, deps)
  registerPreviewRoutes(app, deps)
  registerProofreadingRoutes(app, deps)
  registerReviewRoutes(app, deps)
  registerReportRoutes(app, deps)
  registerPreviewNoteRoutes(app, deps)
  await registerColleagueRoutes(app, deps)
  registerRecordRoutes(app, deps)
  registerNoteRoutes(app, deps)
  registerCompanyRoutes(app, deps)
  registerBoardRoutes(app, deps)
  registerCalendarRoutes(app, deps)
  registerMailRoutes(app, deps)
  registerInboundRoutes(app, deps)
  serveExports(app, exportTaskRecords, { ...deps, sources: exportSources })
  registerErasure(app, { ...deps, service: 'tasks', company: companyErasure(deps), erasePerson })
  return app
}
