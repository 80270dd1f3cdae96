import * as Type from 'typebox'
import { Id } from '../primitives.ts'
import { At, Count, Day, defineExport, FileKey, Json, listOf, orNull, record, Text } from './export-kind.ts'

export const exportedCampaigns = defineExport({
  name: 'campaigns',
  service: 'campaigns',
  summary: 'Campaigns with their emails',
  record: record({
    id: Id,
    name: Text,
    audience: Text,
    category: Text,
    startDate: orNull(Day),
    endDate: orNull(Day),
    countsOpens: Type.Boolean(),
    state: Text,
    version: Type.Integer(),
    createdAt: At,
    steps: listOf({
      id: Id,
      position: Count,
      type: Text,
      date: orNull(Day),
      subject: Text,
      body: Text,
      attachment: orNull(FileKey),
      attachmentName: orNull(Text),
      attachmentType: orNull(Text),
      attachmentSize: orNull(Count),
      version: Type.Integer(),
    }),
  }),
})
export type ExportedCampaign = Type.Static<typeof exportedCampaigns.record>

export const exportedDispatches = defineExport({
  name: 'dispatches',
  service: 'campaigns',
  summary: 'The sending of emails of campaigns, one record for each email and date',
  record: record({
    id: Id,
    campaignId: Id,
    stepId: Id,
    date: Day,
    sendsAt: At,
    state: Text,
    code: orNull(Text),
    reason: orNull(Text),
    audience: orNull(Count),
    skipped: Json,
    image: orNull(FileKey),
    links: orNull(Type.Array(Text, { description: 'targets of the links whose clicks are counted' })),
    counts: orNull(
      Type.Object({ accepted: Count, failed: Count, suppressed: Count, bounced: Count, complained: Count, unsubscribed: Count }),
    ),
    startedAt: orNull(At),
    finishedAt: orNull(At),
    version: Type.Integer(),
  }),
})
export type ExportedDispatch = Type.Static<typeof exportedDispatches.record>

export const exportedRecipients = defineExport({
  name: 'recipients',
  service: 'campaigns',
  summary: 'The recipients of each dispatch, and what happened to their email',
  record: record({
    id: Id,
    dispatchId: Id,
    position: Count,
    email: Text,
    name: Text,
    state: Text,
    attempts: Count,
    firstClaimedAt: orNull(At),
    mayBeDuplicate: Type.Boolean(),
    code: orNull(Text),
    settledAt: orNull(At),
    bouncedAt: orNull(At),
    complainedAt: orNull(At),
    unsubscribedAt: orNull(At),
  }),
})

export const exportedMailRequests = defineExport({
  name: 'mail-requests',
  service: 'campaigns',
  summary: 'Requests for links and pictures of emails: what people and programs opened and clicked',
  record: record({
    id: Id,
    dispatchId: Id,
    deliveryId: Id,
    link: orNull(Count),
    at: At,
    client: Text,
    machineSign: orNull(Text),
  }),
})

export const exportedSuppressions = defineExport({
  name: 'suppressions',
  service: 'campaigns',
  summary: 'Email addresses to which the company must not send campaigns',
  record: record({ id: Id, email: Text, reason: Text, createdAt: At }),
})
