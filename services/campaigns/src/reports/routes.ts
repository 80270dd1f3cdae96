import type { App } from '@app/chassis/http/app.ts'
import { requireInternalMailKey } from '@app/chassis/mail/internal-key.ts'
import { getCampaignFigures } from '@app/contracts/http/report-figures.ts'
import { addMonths } from '@app/contracts/rules/monthly-report.ts'
import type { CampaignsDeps } from '../deps.ts'
import { campaignFigures } from './figures.ts'

/** Registers the route with which `tasks` requests the figures for monthly reports. */
export function registerReportRoutes(app: App, { db, timeZone, internalMailKey }: CampaignsDeps): void {
  app.route({
    ...getCampaignFigures,
    onRequest: requireInternalMailKey(internalMailKey),
    handler: async ({ params: { companyProfileId: companyId }, query }) => {
      const [month, before] = await Promise.all([
        campaignFigures(db, { companyId, month: query.month, timeZone }),
        campaignFigures(db, { companyId, month: addMonths(query.month, -1), timeZone }),
      ])
      return { month, before: before.total }
    },
  })
}
