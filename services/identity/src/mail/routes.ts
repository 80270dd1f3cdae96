import type { App } from '@app/chassis/http/app.ts'
import { serveMails } from '@app/chassis/mail/serve-mails.ts'
import { composeIdentityMail } from '@app/contracts/http/mail-content.ts'
import type { IdentityDeps } from '../deps.ts'
import { identityComposers } from './topics.ts'

/** Registers the route with which `notifications` requests the content of emails about accounts. */
export function registerMailRoutes(app: App, deps: IdentityDeps): void {
  serveMails(app, composeIdentityMail, { internalMailKey: deps.internalMailKey, composers: identityComposers(deps) })
}
