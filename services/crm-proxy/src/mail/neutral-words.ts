import type { AwaySheet } from './templates/sheet-away.ts'
import type { RefusedWrite } from './templates/write-refused.ts'

// Another person may own an unconfirmed address. So emails to it don't contain the owner's text.

const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

/** Replaces the name of the company, and the reason, which can quote the spreadsheet. */
export const neutralSheet = (sheet: AwaySheet): AwaySheet => ({ ...sheet, companyName: 'your company', reason: REASON_SHOWN_THERE })

/** Removes the name and the id of the customer. Replaces the reason, which can quote the spreadsheet. */
export const neutralWrite = (write: RefusedWrite): RefusedWrite => ({ ...write, customerId: '', name: '', reason: REASON_SHOWN_THERE })
