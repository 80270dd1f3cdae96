import type { App } from '@app/chassis/http/app.ts'
import { requireInternalMailKey } from '@app/chassis/mail/internal-key.ts'
import { getCustomerFigures } from '@app/contracts/http/report-figures.ts'
import { instantsOf } from '@app/contracts/rules/monthly-report.ts'
import type { CrmDeps } from '../deps.ts'
import { customerFigures } from './figures.ts'

/** Registers the route with which `tasks` requests the figures for monthly reports. */
export function registerReportRoutes(app: App, { db, timeZone, internalMailKey }: CrmDeps): void {
  app.route({
    ...getCustomerFigures,
    onRequest: requireInternalMailKey(internalMailKey),
    handler: async ({ params: { companyProfileId }, query }) => {
      const { from, until } = instantsOf(query.month, timeZone)
      const [month, before] = await Promise.all([
        customerFigures(db, companyProfileId, until),
        // The month before ends when the month begins.
        customerFigures(db, companyProfileId, from),
      ])
      return { month: month ?? null, before: before ?? null }
    },
  })
}
