import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import type { DecisionRecord } from '@app/contracts/rules/decision-record.ts'
import type { StoredRecord } from './record.repository.ts'

/** Returns a record as the portal shows it, with the email address and the title that are still known. */
export function toRecordEntry({ body, hash, title, decider }: StoredRecord): RecordEntry {
  const { number, kind, taskNumber, version, content, channel, role, signs, at }: DecisionRecord = JSON.parse(body)
  return {
    number,
    kind,
    taskId: taskNumber,
    title,
    previewNo: version,
    contentHash: content,
    channel,
    role,
    decider,
    hasSigns: signs.length > 0,
    at,
    hash,
  }
}
