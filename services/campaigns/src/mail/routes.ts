import type { App } from '@app/chassis/http/app.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { composeCampaignMail } from '@app/contracts/http/mail-content.ts'
import type { CampaignsDeps } from '../deps.ts'
import { campaignComposers } from './topics.ts'

/** Registers the route with which `notifications` requests the content of emails to owners. */
export function registerMailRoutes(app: App, deps: CampaignsDeps): void {
  serveMails(app, composeCampaignMail, { internalMailKey: deps.internalMailKey, composers: campaignComposers(deps) })
}
