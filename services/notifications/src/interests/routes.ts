import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { countInterests, interestsOf } from './interest.repository.ts'
import { setInterest } from './set-interest.ts'

export function registerInterestRoutes(app: App, { db }: { db: Kysely<Tables> }): void {
  app.route({
    ...contract.listInterests,
    handler: async (request) => ({ features: await interestsOf(db, callerOf(request).id) }),
  })

  app.route({
    ...contract.setInterest,
    handler: (request) => {
      const change = { userId: callerOf(request).id, feature: request.params.feature, wanted: request.body.wanted }
      return setInterest(db, change, idempotentRequestOf(request))
    },
  })

  app.route({ ...contract.countInterests, handler: () => countInterests(db) })
}
