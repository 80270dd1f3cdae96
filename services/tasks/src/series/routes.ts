import type { App } from '@app/chassis/http/app.ts'
import { callerOf, ownerIdOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/series.ts'
import type { TasksDeps } from '../deps.ts'
import { changeSeries, endSeries, seriesNotFound, skipOccurrence } from './change-series.ts'
import { findSeries } from './series.repository.ts'
import { toSeries } from './to-series.ts'

export function registerSeriesRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.getSeries,
    handler: async (request) => {
      const row = await findSeries(deps.db, request.params.seriesId, ownerIdOf(callerOf(request)))
      if (!row) throw seriesNotFound()
      return toSeries(row)
    },
  })

  app.route({
    ...contract.changeSeries,
    handler: (request) => changeSeries(deps, callerOf(request), request.params.seriesId, request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.endSeries,
    handler: (request) => endSeries(deps, callerOf(request), request.params.seriesId, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.skipOccurrence,
    handler: (request) => skipOccurrence(deps, callerOf(request), request.params.seriesId, request.body.date, idempotentRequestOf(request)),
  })
}
