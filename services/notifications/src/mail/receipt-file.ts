import type { EventData } from '@app/contracts/define.ts'
import type { TaskApproved } from '@app/contracts/events/tasks.ts'
import type { MailPart } from './mail-part.ts'

export type RecordOfEvent = EventData<typeof TaskApproved>['record']

export const KEEP_RECEIPT = 'Please keep the attached file. With this signed receipt, you can prove later what was decided.'

/** Returns the signed receipt of an event as an attached file. Empty if the event has none. */
export const receiptFile = (record: RecordOfEvent | undefined): MailPart[] =>
  record ? [{ kind: 'file', fileName: `receipt-${record.number}.json`, contentType: 'application/json', content: record.receipt }] : []
