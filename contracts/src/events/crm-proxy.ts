import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { AudienceSkipped } from '../http/audience.ts'
import { type SheetProblem, sheetFaults } from '../http/customers.ts'
import { Id, Instant, oneOf } from '../primitives.ts'

/** Codes that the previous release does not know. Its consumers validate events, so these events carry an older code. */
const olderCodes = { 'too-many-columns': 'too-large' } as const
type NewCode = keyof typeof olderCodes
type OlderCode = Exclude<SheetProblem['code'], NewCode>

const isNew = (code: SheetProblem['code']): code is NewCode => code in olderCodes
const isOlder = (code: SheetProblem['code']): code is OlderCode => !isNew(code)
const publishedFaults: readonly OlderCode[] = sheetFaults.filter(isOlder)

/** The code under which an event names a fault. The reason beside it is the sentence of the fault itself. */
export const publishedFault = (code: SheetProblem['code']): OlderCode => (isNew(code) ? olderCodes[code] : code)

/** What every event about a company's spreadsheet says, enough to write a mail without asking back. */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id }

export const SheetAway = defineEvent({
  type: 'crm-proxy.sheet-away.v1',
  summary: 'A company’s spreadsheet has not answered for a day; said once until it is back',
  aggregate: 'sheet',
  data: Type.Object({ ...fact, since: Instant, fault: oneOf(publishedFaults), reason: Type.String({ description: 'a sentence' }) }),
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
  data: Type.Object({ companyProfileId: Id, dispatchId: Id, fault: oneOf([...publishedFaults, 'not-configured']), reason: Type.String() }),
})
