import { isConfirmedOwner } from '@app/chassis/companies/confirmed-owners.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { findSheet } from '../sheet/sheet.repository.ts'
import type { MailDeps } from './deps.ts'
import { neutralSheet } from './neutral-words.ts'
import { sheetAway } from './templates/sheet-away.ts'

/**
 * The email to the owner of a spreadsheet that has been unavailable for a day. Obsolete when the spreadsheet is available again, or when
 * the company uses another one.
 */
export const composeSheetAway =
  ({ db, origin, timeZone }: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const sheet = recipient.kind === 'owner' ? await findSheet(db, about) : undefined
    if (sheet?.ownerId !== recipient.id || !sheet.away_reported || !sheet.away_since || !sheet.problem) return 'obsolete'
    const facts = { companyName: sheet.companyName, since: sheet.away_since, reason: sheet.problem.message }
    return sheetAway((await isConfirmedOwner(db, recipient.id)) ? facts : neutralSheet(facts), origin, timeZone)
  }
