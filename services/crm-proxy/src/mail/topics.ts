import { isConfirmedOwner } from '@app/chassis/companies/confirmed-owners.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { SheetMailTopic } from '@app/contracts/http/mail-content.ts'
import type { CrmDeps } from '../deps.ts'
import { findSheet } from '../sheet/sheet.repository.ts'
import { findUndecided } from '../writes/write.repository.ts'
import { type AwaySheet, sheetAway } from './templates/sheet-away.ts'
import { type RefusedWrite, writeRefused } from './templates/write-refused.ts'

// Another person may own an unconfirmed address. So emails to it don't contain the owner's text.

const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

/** Replaces the name of the company, and the reason, which can quote the spreadsheet. */
export const neutralSheet = (sheet: AwaySheet): AwaySheet => ({ ...sheet, companyName: 'your company', reason: REASON_SHOWN_THERE })

/** Removes the name and the id of the customer. Replaces the reason, which can quote the spreadsheet. */
export const neutralWrite = (write: RefusedWrite): RefusedWrite => ({ ...write, customerId: '', name: '', reason: REASON_SHOWN_THERE })

/** Returns the composers of all emails about spreadsheets. */
export const sheetComposers = ({ db, origin, timeZone }: CrmDeps): Readonly<Record<SheetMailTopic, ComposeMail>> => ({
  /** The email to the owner of a spreadsheet that was away for a day. Obsolete when it is back, or the company uses another one. */
  async 'sheet-away'({ about, recipient }) {
    const sheet = recipient.kind === 'owner' ? await findSheet(db, about) : undefined
    if (sheet?.ownerId !== recipient.id || !sheet.away_reported || !sheet.away_since || !sheet.problem) return 'obsolete'
    const facts = { companyName: sheet.companyName, since: sheet.away_since, reason: sheet.problem.message }
    return sheetAway((await isConfirmedOwner(db, recipient.id)) ? facts : neutralSheet(facts), origin, timeZone)
  },
  /** The email to the owner about a change that cannot be written. Obsolete when the owner has discarded or replaced the change. */
  async 'write-refused'({ about, recipient }) {
    const write = recipient.kind === 'owner' ? await findUndecided(db, about, recipient.id) : undefined
    if (!write) return 'obsolete'
    const { kind, customer_id: customerId, name, state, problem } = write
    const facts = { kind, conflict: state === 'conflict', customerId, name, reason: problem ?? '' }
    return writeRefused((await isConfirmedOwner(db, recipient.id)) ? facts : neutralWrite(facts), origin)
  },
})
