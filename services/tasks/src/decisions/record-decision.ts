import type { EventData } from '@app/contracts/define.ts'
import type { TaskApproved } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { currentPreviewNo, previewFacts } from '../previews/preview-facts.ts'
import { appendRecord } from '../record/append-record.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { type Decider, hasSigns } from './decider.ts'

type DecisionFacts = Pick<EventData<typeof TaskApproved>, 'previewNo' | 'decidedBy' | 'channel' | 'isUnconfirmed'>

/** Returns the fields that events about decisions contain: the number of the current preview, and facts about the decider. */
export const decisionFacts = (task: LockedTask, decider: Decider): DecisionFacts => ({
  previewNo: currentPreviewNo(task),
  channel: decider.channel,
  ...(decider.channel === 'portal' && { decidedBy: decider.userId }),
  ...(hasSigns(decider) && { isUnconfirmed: true }),
})

interface NewDecision {
  kind: Tables['decision']['kind']
  decider: Decider
  reason?: string
}

/**
 * Stores a decision about the current preview, and appends it to the company's decision record. `task` is the task after the decision.
 * Returns the fields of the event about the decision.
 */
export async function recordDecision(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  { kind, decider, reason }: NewDecision,
): Promise<DecisionFacts & { decisionId: string }> {
  const preview = await previewFacts(trx, task)
  const id = uuidv7()
  const isThroughLink = decider.channel === 'review-link'
  const decision = {
    id,
    task_id: task._id,
    task_version: task.version,
    preview_number: preview.previewNo,
    kind,
    channel: decider.channel,
    link_id: isThroughLink ? decider.link.id : null,
    decided_by: isThroughLink ? null : decider.userId,
    content_hash: preview.contentHash,
    reason: reason ?? null,
    ...(isThroughLink && { signs: [...decider.signs] }),
  }
  await trx.insertInto('decision').values(decision).execute()
  await appendRecord(trx, deps, task, { kind, decisionId: id, preview, by: decider, reason })
  return { ...decisionFacts(task, decider), decisionId: id }
}
