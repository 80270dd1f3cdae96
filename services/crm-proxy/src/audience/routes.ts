import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { readAudience } from '@app/contracts/http/audience.ts'
import * as contract from '@app/contracts/http/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { readPage } from './audience.repository.ts'
import { countAudience } from './count-audience.ts'

const noAudience = (): AppError =>
  new AppError('audience-not-found', 'not-found', 'This audience does not exist, or its ticket is no longer valid.')

export function registerAudienceRoutes(app: App, deps: CrmDeps): void {
  app.route({ ...contract.countAudience, handler: (request) => countAudience(deps, readerOf(request), request.query.audience) })

  app.route({
    ...readAudience,
    handler: async ({ params, query, headers }) => {
      const [, ticket] = /^Ticket (\S+)$/.exec(headers.authorization ?? '') ?? []
      const page = ticket ? await readPage(deps.db, params.dispatchId, ticket, query.after ?? 0) : undefined
      if (!page) throw noAudience()
      return page
    },
  })
}
