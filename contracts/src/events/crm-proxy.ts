import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { AudienceSkipped } from '../http/audience.ts'
import { sheetFaults } from '../http/customers.ts'
import { Id, Instant, oneOf } from '../primitives.ts'

/** What every event about a company's spreadsheet says, enough to write a mail without asking back. */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id }

export const SheetAway = defineEvent({
  type: 'crm-proxy.sheet-away.v1',
  summary: 'A company’s spreadsheet has not answered for a day; said once until it is back',
  aggregate: 'sheet',
  data: Type.Object({ ...fact, since: Instant, fault: oneOf(sheetFaults), reason: Type.String({ description: 'a sentence' }) }),
})

export const SheetBack = defineEvent({
  type: 'crm-proxy.sheet-back.v1',
  summary: 'A spreadsheet that was told of as away answers again',
  aggregate: 'sheet',
  data: Type.Object({ ...fact, awaySince: Instant }),
})

export const WriteRefused = defineEvent({
  type: 'crm-proxy.write-refused.v1',
  summary: 'What an owner entered will not be written into the spreadsheet as it is: it was refused, or somebody changed the same cells',
  aggregate: 'sheet',
  data: Type.Object({
    ...fact,
    writeId: Id,
    kind: oneOf(['add', 'update', 'merge', 'unsubscribe']),
    conflict: Type.Boolean(),
    customerId: Type.String(),
    name: Type.String({ description: 'of the person it is about, or the address; may be empty' }),
    reason: Type.String({ description: 'a sentence' }),
  }),
})

export const AudienceRead = defineEvent({
  type: 'crm-proxy.audience-read.v1',
  summary:
    'The people a dispatch goes to were read from the sheet and are kept for it: pages by the ticket, which is good for this one dispatch',
  aggregate: 'sheet',
  data: Type.Object({
    companyProfileId: Id,
    dispatchId: Id,
    count: Type.Integer({ description: 'addresses' }),
    asOf: Instant,
    skipped: AudienceSkipped,
    ticket: Type.String(),
    expiresAt: Instant,
  }),
})

export const AudienceUnread = defineEvent({
  type: 'crm-proxy.audience-unread.v1',
  summary: 'The sheet could not be read for a dispatch; nothing is answered from an old copy',
  aggregate: 'sheet',
  data: Type.Object({ companyProfileId: Id, dispatchId: Id, fault: oneOf([...sheetFaults, 'not-configured']), reason: Type.String() }),
})
