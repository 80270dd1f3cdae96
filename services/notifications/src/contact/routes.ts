import type { App } from '@app/chassis/http/app.ts'
import { sendContact as route } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { sendContact } from './send-contact.ts'

export function registerContactRoutes(app: App, deps: { db: Kysely<Tables>; contactsPerMinute: number }): void {
  app.route({
    ...route,
    handler: async (request) => {
      await sendContact(deps, request.body, request.ip)
      return { success: true, message: 'Your message was sent successfully!' }
    },
  })
}
