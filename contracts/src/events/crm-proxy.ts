import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { AudienceSkipped } from '../http/audience.ts'
import { sheetFaults } from '../http/customers.ts'
import { Id, Instant, oneOf } from '../primitives.ts'

const sheet = { companyProfileId: Id, ownerId: Id }

export const SheetReachabilityChanged = defineEvent({
  type: 'crm-proxy.sheet-reachability-changed.v1',
  summary:
    'A company’s spreadsheet has been unavailable for a day (`isAway`), or is available again after that. Each outage is reported once',
  aggregate: 'sheet',
  data: Type.Object({ ...sheet, isAway: Type.Boolean() }),
})

export const WriteRefused = defineEvent({
  type: 'crm-proxy.write-refused.v1',
  summary: 'A change by an owner cannot be written to the spreadsheet: it was rejected, or the same cells were changed in the spreadsheet',
  aggregate: 'sheet',
  data: Type.Object({
    ...sheet,
    writeId: Id,
    name: Type.String({ description: 'name or email address of the customer; may be empty' }),
    reason: Type.String({ description: 'a sentence' }),
  }),
})

export const AudienceSettled = defineEvent({
  type: 'crm-proxy.audience-settled.v1',
  summary:
    'The audience of a dispatch was read from the spreadsheet and stored as a snapshot (`snapshot`), or the spreadsheet could not be read ' +
    '(`failure`). Cached copies are not used for dispatches',
  aggregate: 'sheet',
  data: Type.Object({
    companyProfileId: Id,
    dispatchId: Id,
    snapshot: Type.Optional(
      Type.Object({
        count: Type.Integer({ description: 'number of email addresses' }),
        asOf: Instant,
        skipped: AudienceSkipped,
        ticket: Type.String({ description: 'gives access to the pages of the snapshot' }),
        expiresAt: Instant,
      }),
    ),
    failure: Type.Optional(Type.Object({ fault: oneOf([...sheetFaults, 'not-configured']), reason: Type.String() })),
  }),
})
