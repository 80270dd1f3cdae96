import type { App } from '@app/chassis/http/app.ts'
import { type ComposeMail, serveMails } from '@app/chassis/mail/serve-mails.ts'
import { composeSheetMail, type SheetMailTopic } from '@app/contracts/http/mail-content.ts'
import type { CrmDeps } from '../deps.ts'
import type { MailDeps } from './deps.ts'
import { composeSheetAway } from './sheets.ts'
import { composeWriteRefused } from './writes.ts'

const composersOf = (deps: MailDeps): Readonly<Record<SheetMailTopic, ComposeMail>> => ({
  'sheet-away': composeSheetAway(deps),
  'write-refused': composeWriteRefused(deps),
})

/** Registers the route with which `notifications` requests the content of emails about spreadsheets. */
export function registerMailRoutes(app: App, deps: CrmDeps): void {
  serveMails(app, composeSheetMail, { internalMailKey: deps.internalMailKey, composers: composersOf(deps) })
}
