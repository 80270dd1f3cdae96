import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { taskSelection } from '../db/task-columns.ts'
import { countOpenFindings, openFindings } from '../proofreading/count-open-findings.ts'
import type { TaskRow } from './task-row.ts'

export type NewTask = Insertable<Tables['task']>
export type TaskChange = Updateable<Tables['task']>

/** A task whose row is locked until the end of the transaction, with the owner and the company's name for the events about the task. */
export type LockedTask = TaskRow & { ownerId: string; companyName: string }

/** Selects a task. `ref` is an `_id` or a `taskId`. With `ownerId`, the query finds only tasks of this owner. */
function taskWith(db: Kysely<Tables>, ref: string, ownerId: string | undefined) {
  const query = db.selectFrom('task').innerJoin('company', 'company.id', 'task.company_id').select(taskSelection)
  const found = ref.includes('-') ? query.where('task.id', '=', ref) : query.where('task.task_id', '=', Number(ref))
  return ownerId === undefined ? found : found.where('company.owner_id', '=', ownerId)
}

export const findTask = (db: Kysely<Tables>, ref: string, ownerId: string | undefined): Promise<TaskRow | undefined> =>
  taskWith(db, ref, ownerId).executeTakeFirst()

type NamedTask = TaskRow & { companyName: string; timeZone: string; isUnconfirmed: boolean; openFindings: number }

export const findNamedTask = (db: Kysely<Tables>, ref: string): Promise<NamedTask | undefined> =>
  taskWith(db, ref, undefined)
    .select(['company.name as companyName', sql<string>`coalesce(company.profile ->> 'timeZone', '')`.as('timeZone')])
    .select(sql<boolean>`exists (select from owner_address where owner_id = company.owner_id and not is_confirmed)`.as('isUnconfirmed'))
    .select(openFindings.as('openFindings'))
    .executeTakeFirst()

export const lockTask = (trx: Transaction<Tables>, ref: string, ownerId: string | undefined): Promise<LockedTask | undefined> =>
  taskWith(trx, ref, ownerId).select(['company.owner_id as ownerId', 'company.name as companyName']).forUpdate('task').executeTakeFirst()

/** Changes a task. A change of the status or the current preview must contain the status, by which open findings are counted again. */
export async function changeTask(trx: Transaction<Tables>, task: LockedTask, change: TaskChange): Promise<LockedTask> {
  const row = await trx
    .updateTable('task')
    .set({ ...change, version: task.version + 1, updated_at: sql`now()` })
    .where('id', '=', task._id)
    .returning(taskSelection)
    .executeTakeFirstOrThrow()
  if (change.status !== undefined) await countOpenFindings(trx, task._id)
  return { ...row, ownerId: task.ownerId, companyName: task.companyName }
}

/** A preview, by the `_id` of its task and its number. */
interface PreviewRef {
  taskId: string
  previewNo: number
}

/**
 * Sets whether the email about a preview bounced. If the preview is no longer current, nothing changes. The version of the task stays the
 * same. Otherwise, the decision of an owner who is reading the task would fail, because the version in the request would be outdated.
 */
export async function setEmailBounced(trx: Transaction<Tables>, { taskId, previewNo }: PreviewRef, hasBounced: boolean): Promise<void> {
  const task = trx.updateTable('task').set({ email_bounced: hasBounced })
  await task.where('id', '=', taskId).where('preview_number', '=', previewNo).execute()
}

/** Locks tasks until commit, in the order of their ids, so that two transactions cannot deadlock. */
export async function lockTasks(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`select from task where id = any(${ids}::uuid[]) order by id for update`.execute(trx)
}

/**
 * Stores when the owner was reminded of previews that are still current, and adds `emails` to the number of reminder emails. The versions
 * of the tasks stay the same, because the content does not change: an owner who is reading a task can still approve it.
 */
export async function markReminded(trx: Transaction<Tables>, previews: readonly PreviewRef[], at: string, emails: 0 | 1): Promise<void> {
  const ids = previews.map(({ taskId }) => taskId)
  const numbers = previews.map(({ previewNo }) => previewNo)
  await sql`
    update task set reminded_at = greatest(reminded_at, ${at}::timestamptz), reminders_sent = reminders_sent + ${emails}::integer
    from unnest(${ids}::uuid[], ${numbers}::integer[]) as reminded (id, preview_number)
    where task.id = reminded.id and task.preview_number = reminded.preview_number`.execute(trx)
}

/** Returns the number of a company's non-recurring tasks with a posting date in the calendar month of `date`. */
export async function countInMonth(db: Kysely<Tables>, companyId: string, date: string): Promise<number> {
  const first = `${monthOf(date)}-01`
  const { count } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('is_recurring', '=', false)
    .where('target_posting_date', '>=', first)
    .where('target_posting_date', '<', sql<string>`${first}::date + interval '1 month'`)
    .executeTakeFirstOrThrow()
  return count
}
