import type { EventData } from '@app/contracts/define.ts'
import type { TaskApproved } from '@app/contracts/events/tasks.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { type PreviewFacts, previewFacts } from '../previews/preview-facts.ts'
import { appendRecord } from '../record/append-record.ts'
import { findOwnersLink } from '../reviews/review-link.repository.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { type Decider, hasSigns } from './decider.ts'
import { insertDecision } from './decision.repository.ts'

type Approved = EventData<typeof TaskApproved>
type DeciderFacts = Pick<Approved, 'decidedBy' | 'channel' | 'reviewLink' | 'sentTo' | 'colleagueName' | 'ownersLink'>
type DecisionFacts = PreviewFacts & DeciderFacts
type RecordedFacts = DecisionFacts & Pick<Approved, 'decisionId' | 'isUnconfirmed' | 'record'>

async function deciderFacts(trx: Transaction<Tables>, task: LockedTask, previewNo: number, decider: Decider): Promise<DeciderFacts> {
  const { channel } = decider
  if (channel === 'portal') return { channel, decidedBy: decider.userId }
  const { id, recipientKind, recipientId, email, colleagueName } = decider.link
  const facts = { channel, reviewLink: { id, recipientKind, recipientId }, sentTo: maskEmail(email) }
  if (colleagueName === null) return facts
  const ownersLink = await findOwnersLink(trx, task._id, previewNo)
  return { ...facts, colleagueName, ...(ownersLink && { ownersLink }) }
}

/** Returns the fields that events about decisions contain: facts about the current preview and about the decider. */
export async function decisionFacts(trx: Transaction<Tables>, task: LockedTask, decider: Decider): Promise<DecisionFacts> {
  const preview = await previewFacts(trx, task)
  return { ...preview, ...(await deciderFacts(trx, task, preview.previewNo, decider)) }
}

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
): Promise<RecordedFacts> {
  const facts = await decisionFacts(trx, task, decider)
  const id = uuidv7()
  const isThroughLink = decider.channel === 'review-link'
  await insertDecision(trx, {
    id,
    task_id: task._id,
    task_version: task.version,
    preview_number: facts.previewNo,
    kind,
    channel: decider.channel,
    link_id: isThroughLink ? decider.link.id : null,
    decided_by: isThroughLink ? null : decider.userId,
    content_hash: facts.contentHash,
    reason: reason ?? null,
    ...(isThroughLink && { signs: [...decider.signs] }),
  })
  const record = await appendRecord(trx, deps, task, { kind, preview: facts, by: decider, reason })
  return { ...facts, decisionId: id, ...(hasSigns(decider) && { isUnconfirmed: true }), record }
}
