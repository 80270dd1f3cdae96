import { registerErasure } from '@app/chassis/erasure/routes.ts'
import { type App, type AppOptions, createApp } from '@app/chassis/http/app.ts'
import type { OnRevoked } from '@app/chassis/http/revocations.ts'
import idempotency, { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { waitingWork } from '@app/chassis/operations/queue-figures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import { sendContact as contactRoute } from '@app/contracts/http/notifications.ts'
import { type ContactDeps, sendContact } from './contact/send-contact.ts'
import type { Tables } from './db/tables.ts'
import { documentDigests } from './documents/digest-document.repository.ts'
import { companyErasure, erasePerson } from './erasure.ts'
import { registerFeedRoutes } from './feed/routes.ts'
import type { Live } from './live/live.ts'
import { registerLiveRoutes } from './live/routes.ts'
import { composedQueues, mailQueue } from './mail/mail-queues.ts'
import { registerMailRoutes } from './mail/routes.ts'
import { sheetRows } from './sheet/sheet.repository.ts'
import { registerTaskEmailRoutes } from './task-emails/routes.ts'
import { registerWebErrorRoutes } from './web-errors/routes.ts'

export interface AppDeps
  extends Pick<AppOptions, 'log' | 'keys' | 'checks' | 'registry' | 'isRevoked' | 'tracer'>,
    Pick<BaseDeps<Tables>, 'parts'>,
    ContactDeps,
    Live {
  whenRevoked: OnRevoked
  /** The key of the routes with which `company` erases data, in base64. */
  internalDataKey: string
  /** After this number of days, the ledger forgets an email. */
  mailsKeptDays: number
}

/** Operators can list the unsettled work of these queues. */
const waiting = [
  waitingWork('mails', mailQueue),
  waitingWork('task-mails', composedQueues.tasks),
  waitingWork('account-mails', composedQueues.identity),
  waitingWork('company-mails', composedQueues.company),
  waitingWork('document-mails', composedQueues.documents),
  waitingWork('sheet-mails', composedQueues['crm-proxy']),
  waitingWork('campaign-notices', composedQueues.campaigns),
  waitingWork('contact-rows', sheetRows),
  waitingWork('shared-documents', documentDigests),
]

export async function buildApp(deps: AppDeps): Promise<App> {
  const app = await createApp({ ...deps, trustProxy: true })
  await app.register(idempotency, { db: deps.db })
  registerOperations(app, { ...deps, service: 'notifications', waiting })
  app.route({ ...contactRoute, handler: (request) => sendContact(deps, request.body, request.ip, idempotentRequestOf(request)) })
  registerFeedRoutes(app, deps)
  registerLiveRoutes(app, deps)
  registerMailRoutes(app, deps)
  registerTaskEmailRoutes(app, deps)
  registerWebErrorRoutes(app, deps)
  registerErasure(app, { ...deps, service: 'notifications', company: companyErasure, erasePerson })
  return app
}
