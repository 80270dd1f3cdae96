import type { App } from '@app/chassis/http/app.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { sendContact as route } from '@app/contracts/http/notifications.ts'
import { type ContactDeps, sendContact } from './send-contact.ts'

export function registerContactRoutes(app: App, deps: ContactDeps): void {
  app.route({
    ...route,
    handler: (request) => sendContact(deps, request.body, request.ip, idempotentRequestOf(request)),
  })
}
