import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import type { DecisionRecord } from '@app/contracts/rules/decision-record.ts'
import type { StoredRecord } from './record.repository.ts'

/**
 * Converts a record to the format of the portal. The email address and the name are null after their erasure, and the title after the
 * task's removal.
 */
export function toRecordEntry(record: StoredRecord): RecordEntry {
  const { body, hash, title, decider, deciderName, reason, launchComment, launchPostedAt, launchPostLinks } = record
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
    deciderName,
    hasSigns: signs.length > 0,
    ...(reason !== null && { reason }),
    ...(launchComment && { launchComment }),
    ...(launchPostedAt !== null && { launchPostedAt }),
    ...(launchPostLinks && Object.keys(launchPostLinks).length > 0 && { launchPostLinks }),
    at,
    hash,
  }
}
