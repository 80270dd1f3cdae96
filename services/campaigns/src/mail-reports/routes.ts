import type { App } from '@app/chassis/http/app.ts'
import { requireInternalMailKey } from '@app/chassis/mail/internal-key.ts'
import { findCampaignMail, reportCampaignMail } from '@app/contracts/http/inbound-mail.ts'
import type { CampaignsDeps } from '../deps.ts'
import { findByToken } from '../suppression/mail-recipient.repository.ts'
import { recordReport } from './record-report.ts'

/** Registers the routes with which `notifications` hands over bounces and complaints. */
export function registerMailReportRoutes(app: App, { db, log, internalMailKey }: CampaignsDeps): void {
  const onRequest = requireInternalMailKey(internalMailKey)
  app.route({
    ...findCampaignMail,
    onRequest,
    handler: async ({ body }) => ({ isKnown: (await findByToken(db, body.token)) !== undefined }),
  })
  app.route({
    ...reportCampaignMail,
    onRequest,
    handler: async ({ body }) => {
      const suspended = await recordReport(db, body.token, body.report)
      if (suspended)
        log.warn(
          { company: suspended.companyId, dispatch: suspended.dispatchId },
          'a company was suspended: too many bounces or complaints',
        )
      return { success: true as const }
    },
  })
}
