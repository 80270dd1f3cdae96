import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PreviewProofread } from '@app/contracts/events/tasks.ts'
import type { Finding } from '@app/contracts/http/proofreading.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { CheckResult } from '@app/proofreading/check-preview.ts'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import { findPreview } from '../previews/preview.repository.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { type LockedTask, lockTask } from '../tasks/task.repository.ts'
import { countOpenFindings, isOpen } from './count-open-findings.ts'
import { type FindingRow, findFindings, replaceFindings, subjectOf } from './finding.repository.ts'
import { type BegunCheck, storeDone } from './proofreading.repository.ts'
import { replacePictures } from './subject.repository.ts'

/** Returns the rows of new findings. Those that the preview had before keep their ids and marks, so that open screens can refer to them. */
function rowsOf(found: readonly Finding[], earlier: readonly FindingRow[]): FindingRow[] {
  const known = Map.groupBy(earlier, subjectOf)
  const nthOf = new Map<string, number>()
  return found.map((finding) => {
    const subject = subjectOf(finding)
    const nth = nthOf.get(subject) ?? 0
    nthOf.set(subject, nth + 1)
    const same = known.get(subject) ?? []
    const { acceptedBy = null, acceptedAt = null } = same[0] ?? {}
    return { ...finding, _id: same[nth]?._id ?? uuidv7(), acceptedBy, acceptedAt }
  })
}

/** Publishes that the check of the preview that waits for the owner has ended with these findings. */
async function publish(trx: Transaction<Tables>, task: LockedTask, previewId: string, open: readonly FindingRow[]): Promise<void> {
  const preview = await findPreview(trx, previewId)
  if (!preview || preview.number === null || preview.delivered_by === null) return
  if (!canReview(task) || task.previewNo !== preview.number) return
  await addEvent(trx, PreviewProofread, {
    aggregateId: task._id,
    version: task.version,
    data: {
      ...eventPayload(task),
      previewId,
      previewNo: preview.number,
      deliveredBy: preview.delivered_by,
      findings: open.length,
      sureFindings: open.filter(({ certainty }) => certainty === 'sure').length,
    },
  })
}

/**
 * Stores the result of a check, which replaces that of an earlier check. Publishes the event if there is a finding that is new. If the
 * preview was deleted, or its check was requested again, nothing changes.
 */
export function storeResult(db: Kysely<Tables>, begun: BegunCheck, result: CheckResult): Promise<void> {
  const { previewId, taskId } = begun
  return inTransaction(db, async (trx) => {
    const task = await lockTask(trx, taskId, undefined)
    if (!task || !(await storeDone(trx, begun, result.uncheckedFiles))) return
    const earlier = await findFindings(trx, previewId)
    const findings = rowsOf(result.findings, earlier)
    await replaceFindings(trx, previewId, findings)
    await replacePictures(trx, previewId, result.pictures)
    await countOpenFindings(trx, taskId)
    const open = findings.filter(isOpen)
    const known = new Set(earlier.map(subjectOf))
    if (open.some((finding) => !known.has(subjectOf(finding)))) await publish(trx, task, previewId, open)
  })
}
