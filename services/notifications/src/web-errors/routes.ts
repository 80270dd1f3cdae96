import type { App } from '@app/chassis/http/app.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import * as contract from '@app/contracts/http/web-errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { reportWebError, sumWebErrors } from './web-errors.ts'

export function registerWebErrorRoutes(app: App, { db, log }: { db: Kysely<Tables>; log: Logger }): void {
  app.route({
    ...contract.reportWebError,
    handler: async (request, reply) => {
      await reportWebError(db, log, request.body, request.ip)
      return reply.code(202).send({ message: 'Thank you.' })
    },
  })

  app.route({ ...contract.countWebErrors, handler: () => sumWebErrors(db) })
}
