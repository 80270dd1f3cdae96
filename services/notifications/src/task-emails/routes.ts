import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/task-emails.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { choiceOf } from './choice.repository.ts'
import { setTaskEmails } from './set-task-emails.ts'

export function registerTaskEmailRoutes(app: App, { db }: { db: Kysely<Tables> }): void {
  app.route({
    ...contract.getTaskEmails,
    handler: (request) => choiceOf(db, callerOf(request).id),
  })

  app.route({
    ...contract.setTaskEmails,
    handler: (request) => setTaskEmails(db, callerOf(request).id, request.body, idempotentRequestOf(request)),
  })
}
