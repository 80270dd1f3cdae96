import type { App } from '@app/chassis/http/app.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { composeTaskMail } from '@app/contracts/http/mail-content.ts'
import type { TasksDeps } from '../deps.ts'
import { taskComposers } from './topics.ts'

/** Registers the route with which `notifications` requests the content of emails about tasks. */
export function registerMailRoutes(app: App, deps: TasksDeps): void {
  serveMails(app, composeTaskMail, { internalMailKey: deps.internalMailKey, composers: taskComposers(deps) })
}
