import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { AudienceSkipped } from '../http/audience.ts'
import { sheetFaults } from '../http/customers.ts'
import { Id, Instant, oneOf } from '../primitives.ts'

/**
 * Common data of the events about a company's spreadsheet. With these data, the notifications service writes emails without requests to
 * other services.
 */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id }

export const SheetAway = defineEvent({
  type: 'crm-proxy.sheet-away.v1',
  summary: 'A company’s spreadsheet has been unavailable for a day. Published once until it is available again',
  aggregate: 'sheet',
  data: Type.Object({ ...fact, since: Instant, fault: oneOf(sheetFaults), reason: Type.String({ description: 'a sentence' }) }),
})

export const SheetBack = defineEvent({
  type: 'crm-proxy.sheet-back.v1',
  summary: 'A spreadsheet is available again after `crm-proxy.sheet-away.v1` was published',
  aggregate: 'sheet',
  data: Type.Object({ ...fact, awaySince: Instant }),
})

export const WriteRefused = defineEvent({
  type: 'crm-proxy.write-refused.v1',
  summary: 'A change by an owner cannot be written to the spreadsheet: it was rejected, or the same cells were changed in the spreadsheet',
  aggregate: 'sheet',
  data: Type.Object({
    ...fact,
    writeId: Id,
    kind: oneOf(['add', 'update', 'merge', 'unsubscribe']),
    conflict: Type.Boolean(),
    customerId: Type.String(),
    name: Type.String({ description: 'name or email address of the customer; may be empty' }),
    reason: Type.String({ description: 'a sentence' }),
  }),
})

export const AudienceRead = defineEvent({
  type: 'crm-proxy.audience-read.v1',
  summary:
    'The audience of a dispatch was read from the spreadsheet and stored as a snapshot. The ticket gives access to the pages of this snapshot',
  aggregate: 'sheet',
  data: Type.Object({
    companyProfileId: Id,
    dispatchId: Id,
    count: Type.Integer({ description: 'number of email addresses' }),
    asOf: Instant,
    skipped: AudienceSkipped,
    ticket: Type.String(),
    expiresAt: Instant,
  }),
})

export const AudienceUnread = defineEvent({
  type: 'crm-proxy.audience-unread.v1',
  summary: 'The spreadsheet could not be read for a dispatch. Cached copies are not used for dispatches',
  aggregate: 'sheet',
  data: Type.Object({ companyProfileId: Id, dispatchId: Id, fault: oneOf([...sheetFaults, 'not-configured']), reason: Type.String() }),
})
