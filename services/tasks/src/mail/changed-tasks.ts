import type { ComposeMail, WantedMail } from '@app/chassis/mail/serve-mails.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findBriefChanges } from './brief-changes.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, type MailedRow, toMailedTask } from './mailed-task.repository.ts'
import { neutralTask } from './neutral-task.ts'
import { receiptOfDecision } from './signed-receipt.ts'
import { adminsFacts } from './task-update.ts'
import { launchUndone } from './templates/launch-undone.ts'
import { taskChanged, taskChangedForOwner } from './templates/task-changed.ts'
import { taskRemoved } from './templates/task-removed.ts'

/**
 * Returns the number of the newest preview if it was withdrawn in the last day. Later changes need not mention it again. An owner who has
 * approved the preview before it knows.
 */
async function findWithdrawn(db: Kysely<Tables>, { _id, previewNo, currentStatus }: MailedRow): Promise<number | undefined> {
  if (currentStatus === 'Approved') return undefined
  const newest = await db
    .selectFrom('preview')
    .select(['number', sql<boolean>`coalesce(withdrawn_at > now() - interval '1 day', false)`.as('isJustWithdrawn')])
    .where('task_id', '=', _id)
    .where('number', '>', previewNo ?? 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.isJustWithdrawn ? (newest.number ?? undefined) : undefined
}

/** The email to the owner about changes by admins. */
async function composeForOwner(deps: MailDeps, task: MailedRow) {
  const [briefChanges, withdrawnNo] = [(await findBriefChanges(deps.db, [task], 'admin')).get(task._id), await findWithdrawn(deps.db, task)]
  if (!briefChanges && withdrawnNo === undefined) return undefined
  const facts = {
    ...toMailedTask(task, deps.store),
    previewNo: task.previewNo,
    isWaiting: canReview(task),
    ...(briefChanges && { briefChanges }),
    ...(withdrawnNo !== undefined && { withdrawnNo }),
  }
  const { isOwnerConfirmed: isConfirmed } = task
  return taskChangedForOwner(isConfirmed ? facts : neutralTask(facts), { isConfirmed, publicUrl: deps.origin })
}

/**
 * The email about a task that the other side changed: its current state, and what changed since the current preview. Obsolete when the task
 * was posted or removed, and when nothing differs any more.
 */
export const composeTaskChanged =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient: { kind, id } }) => {
    const task = await findMailedTask(deps.db, about)
    if (!task || task.currentStatus === 'Posted') return 'obsolete'
    if (kind === 'owner') {
      const mail = id === task.ownerId ? await composeForOwner(deps, task) : undefined
      return mail ? { ...mail, threadId: task._id } : 'obsolete'
    }
    const briefChanges = kind === 'admin' ? (await findBriefChanges(deps.db, [task], 'owner')).get(task._id) : undefined
    return briefChanges ? { ...taskChanged(adminsFacts(task, deps.store, { briefChanges }), deps.origin), threadId: task._id } : 'obsolete'
  }

/** The email to the owner about an undone launch. Obsolete when the task was posted again or removed. */
export const composeLaunchUndone =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const undone = await deps.db.selectFrom('undone_launch').select(['task_id', 'reason']).where('id', '=', about).executeTakeFirst()
    const task = undone && recipient.kind === 'owner' ? await findMailedTask(deps.db, undone.task_id) : undefined
    if (!undone || task?.ownerId !== recipient.id || task.currentStatus === 'Posted') return 'obsolete'
    const facts = { ...toMailedTask(task, deps.store), words: undone.reason }
    const mail = task.isOwnerConfirmed
      ? launchUndone({ ...facts, record: await receiptOfDecision(deps, task, about) }, deps.origin)
      : launchUndone(neutralTask(facts), deps.origin)
    return { ...mail, threadId: task._id }
  }

/** Returns the facts about a task that an admin removed, for its owner. */
async function findRemovedTask(db: Kysely<Tables>, { about, recipient }: WantedMail) {
  if (recipient.kind !== 'owner') return undefined
  const removed = db
    .selectFrom('removed_task')
    .innerJoin('company', 'company.id', 'removed_task.company_id')
    .leftJoin('owner_address', 'owner_address.owner_id', 'company.owner_id')
    .select(['removed_task.id', 'removed_task.task_id', 'removed_task.company_id', 'removed_task.title', 'posting_date', 'reason'])
    .select(['company.name', sql<boolean>`coalesce(is_confirmed, false)`.as('isOwnerConfirmed')])
    .where('removed_task.id', '=', about)
    .where('company.owner_id', '=', recipient.id)
  return removed.executeTakeFirst()
}

/** The email to the owner about a task that an admin removed. Obsolete 90 days later. */
export const composeTaskRemoved =
  ({ db, origin }: MailDeps): ComposeMail =>
  async (wanted) => {
    const removed = await findRemovedTask(db, wanted)
    if (!removed) return 'obsolete'
    const facts = {
      _id: removed.id,
      taskId: removed.task_id,
      companyProfileId: removed.company_id,
      companyName: removed.name,
      title: removed.title,
      targetPostingDate: removed.posting_date,
      submissionForReview: null,
      doneTaskImage: null,
      words: removed.reason,
    }
    return { ...taskRemoved(removed.isOwnerConfirmed ? facts : neutralTask(facts), origin), threadId: removed.id }
  }
