import type { App } from '@app/chassis/http/app.ts'
import { sendContact as route } from '@app/contracts/http/notifications.ts'
import { type ContactDeps, sendContact } from './send-contact.ts'

export function registerContactRoutes(app: App, deps: ContactDeps): void {
  app.route({
    ...route,
    handler: async (request) => {
      await sendContact(deps, request.body, request.ip)
      return { success: true, message: 'Your message was sent successfully!' }
    },
  })
}
