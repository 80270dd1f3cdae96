import type { TaskBatch } from '@app/contracts/http/task-batches.ts'
import { type CalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { BATCH_UNDO_MINUTES } from '@app/contracts/rules/task-batches.ts'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface BatchRow extends Selectable<Tables['task_batch']> {
  undoUntil: string
  /** Whether the time in which the batch can be undone is over. */
  isOver: boolean
}

const undoUntil = sql<string>`created_at + ${sql.lit(BATCH_UNDO_MINUTES)} * interval '1 minute'`

export const findBatch = (db: Kysely<Tables>, id: string): Promise<BatchRow | undefined> =>
  db
    .selectFrom('task_batch')
    .select(['id', 'title', 'brief_hash', 'created_by', 'created_at', undoUntil.as('undoUntil')])
    .select(sql<boolean>`${undoUntil} <= now()`.as('isOver'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Adds a batch, unless it exists. */
export async function insertBatch(db: Kysely<Tables>, batch: Insertable<Tables['task_batch']>): Promise<void> {
  await db
    .insertInto('task_batch')
    .values(batch)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type BatchItem = Selectable<Tables['task_batch_item']>

const itemColumns = ['batch_id', 'company_id', 'company_name', 'task_id', 'task_number', 'undone_at'] as const

export const findItem = (db: Kysely<Tables>, batchId: string, companyId: string): Promise<BatchItem | undefined> =>
  db
    .selectFrom('task_batch_item')
    .select(itemColumns)
    .where('batch_id', '=', batchId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()

/** Returns the tasks of a batch in the order of their companies' names. */
export const findItems = (db: Kysely<Tables>, batchId: string): Promise<BatchItem[]> =>
  db
    .selectFrom('task_batch_item')
    .select(itemColumns)
    .where('batch_id', '=', batchId)
    .orderBy('company_name')
    .orderBy('company_id')
    .execute()

export async function insertItem(trx: Transaction<Tables>, item: Insertable<Tables['task_batch_item']>): Promise<void> {
  await trx.insertInto('task_batch_item').values(item).execute()
}

export async function markUndone(trx: Transaction<Tables>, { batch_id, company_id }: BatchItem): Promise<void> {
  await trx
    .updateTable('task_batch_item')
    .set({ undone_at: sql`now()` })
    .where('batch_id', '=', batch_id)
    .where('company_id', '=', company_id)
    .execute()
}

/** Returns the newest batches that can be undone and that have tasks, newest first. */
export async function findBatches(db: Kysely<Tables>, limit: number): Promise<TaskBatch[]> {
  const { rows } = await sql<TaskBatch>`
    select id as "batchId", title, created_by as "createdBy", created_at as "createdAt", ${undoUntil} as "undoUntil", tasks
    from task_batch join lateral (
      select count(*) as tasks from task_batch_item where batch_id = id and undone_at is null
    ) as counted on tasks > 0
    where created_at > now() - ${sql.lit(BATCH_UNDO_MINUTES)} * interval '1 minute'
    order by created_at desc limit ${limit}`.execute(db)
  return rows
}

interface CompanyMonth {
  id: string
  name: string
  /** Number of non-recurring tasks in the month. */
  tasks: number
}

/** Returns the names of companies, and the numbers of their tasks in the month of a date. */
export async function findMonths(db: Kysely<Tables>, ids: readonly string[], date: CalendarDate): Promise<CompanyMonth[]> {
  const first = `${monthOf(date)}-01`
  const { rows } = await sql<CompanyMonth>`
    select id, name, (
      select count(*) from task where company_id = company.id and not is_recurring
        and target_posting_date >= ${first}::date and target_posting_date < ${first}::date + interval '1 month'
    ) as tasks
    from company where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** What people have added to a task. */
interface Additions {
  hasPreview: boolean
  hasMessage: boolean
}

/** Returns whether a task has a preview or a draft, and whether it has messages. */
export async function findAdditions(trx: Transaction<Tables>, taskId: string): Promise<Additions> {
  const { rows } = await sql<Additions>`
    select exists (select from preview where task_id = ${taskId}) as "hasPreview",
      exists (select from task_note where task_id = ${taskId}) as "hasMessage"`.execute(trx)
  return rows[0] ?? { hasPreview: false, hasMessage: false }
}
