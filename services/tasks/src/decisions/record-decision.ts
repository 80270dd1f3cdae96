import type { EventData } from '@app/contracts/define.ts'
import type { TaskApproved } from '@app/contracts/events/tasks.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { previewFacts } from '../previews/preview-facts.ts'
import { appendRecord } from '../record/append-record.ts'
import { findOwnersLink } from '../reviews/review-link.repository.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { type Decider, hasSigns } from './decider.ts'
import { insertDecision } from './decision.repository.ts'

type DecisionFacts = Pick<
  EventData<typeof TaskApproved>,
  | 'previewNo'
  | 'contentHash'
  | 'decidedBy'
  | 'channel'
  | 'decisionId'
  | 'reviewLink'
  | 'sentTo'
  | 'colleagueName'
  | 'ownersLink'
  | 'isUnconfirmed'
  | 'record'
>

async function deciderFacts(trx: Transaction<Tables>, task: LockedTask, decider: Decider): Promise<DecisionFacts> {
  const { channel } = decider
  if (channel === 'portal') return { channel, decidedBy: decider.userId }
  const { id, recipientKind, recipientId, email, colleagueName } = decider.link
  const facts = { channel, reviewLink: { id, recipientKind, recipientId }, sentTo: maskEmail(email) }
  if (colleagueName === null) return facts
  const ownersLink = task.previewNo === null ? undefined : await findOwnersLink(trx, task._id, task.previewNo)
  return { ...facts, colleagueName, ...(ownersLink && { ownersLink }) }
}

/** Returns the fields that events about decisions contain: facts about the current preview and about the decider. */
export const decisionFacts = async (trx: Transaction<Tables>, task: LockedTask, decider: Decider): Promise<DecisionFacts> => ({
  ...(await previewFacts(trx, task)),
  ...(await deciderFacts(trx, task, decider)),
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
): Promise<DecisionFacts> {
  const facts = await decisionFacts(trx, task, decider)
  const id = uuidv7()
  const isThroughLink = decider.channel === 'review-link'
  await insertDecision(trx, {
    id,
    task_id: task._id,
    task_version: task.version,
    preview_number: task.previewNo,
    kind,
    channel: decider.channel,
    link_id: isThroughLink ? decider.link.id : null,
    decided_by: isThroughLink ? null : decider.userId,
    content_hash: facts.contentHash ?? null,
    reason: reason ?? null,
    ...(isThroughLink && { signs: [...decider.signs] }),
  })
  const record = await appendRecord(trx, deps, task, { kind, contentHash: facts.contentHash, by: decider, reason })
  return { ...facts, decisionId: id, ...(hasSigns(decider) && { isUnconfirmed: true }), record }
}
