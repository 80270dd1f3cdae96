import { AppError } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import * as contract from '@app/contracts/http/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { readPage } from './audience.repository.ts'

const noAudience = (): AppError => new AppError('audience-not-found', 'not-found', 'There is no such audience.')

export function registerAudienceRoutes(app: App, { db }: CrmDeps): void {
  app.route({
    ...contract.readAudience,
    handler: async ({ params, query, headers }) => {
      const [, ticket] = /^Ticket (\S+)$/.exec(headers.authorization ?? '') ?? []
      const page = ticket ? await readPage(db, params.dispatchId, ticket, query.after ?? 0) : undefined
      if (!page) throw noAudience()
      return page
    },
  })
}
