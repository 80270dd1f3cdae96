import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type TaskUpdateFacts, type TaskUpdateKind, taskUpdateKinds } from './task-update.ts'

interface TaskUpdate {
  version: number
  kind: TaskUpdateKind | null
  facts: TaskUpdateFacts
  /** Time of the business clock. Until this time, no digest lists the task, because feedback or further notes may still arrive. */
  feedbackUntil?: Date | undefined
}

/** Returns the columns of an update, except for the id of the task. */
const columnsOf = ({ version, kind, facts, feedbackUntil }: TaskUpdate) => ({
  version,
  kind,
  company_id: facts.companyProfileId,
  posting_date: facts.targetPostingDate,
  facts: kind && JSON.stringify(facts),
  feedback_until: feedbackUntil?.toISOString() ?? null,
  changed_at: new Date().toISOString(),
})

/**
 * Stores what an admin has to do after an event about a task. Events can arrive in any order and repeatedly. If the stored version is the
 * same or newer, the function changes nothing and returns false. If no admin has to do anything, the stored row has no texts. The row is
 * still necessary, because its version shows that older events must be ignored.
 */
export async function saveTaskUpdate(trx: Transaction<Tables>, update: TaskUpdate): Promise<boolean> {
  const columns = columnsOf(update)
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('task_news')
    .values({ task_id: update.facts._id, ...columns })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(columns).where('task_news.version', '<', update.version))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Stores the update about notes on the preview of a task. A note does not change the version of its task. Therefore, notes replace an
 * update with the same version only if that update is about notes, too, or if its kind is null. Returns false if nothing changed.
 */
export async function saveNoteUpdate(trx: Transaction<Tables>, { facts, ...update }: Omit<TaskUpdate, 'kind'>): Promise<boolean> {
  const columns = columnsOf({ ...update, facts, kind: 'notes' })
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('task_news')
    .values({ task_id: facts._id, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('task_id')
        .doUpdateSet(columns)
        .where(
          sql<boolean>`task_news.version < ${update.version}
            or (task_news.version = ${update.version} and coalesce(task_news.kind, 'notes') = 'notes')`,
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Removes the update about notes with this version or an older one. Other updates stay. */
export async function removeNoteUpdate(trx: Transaction<Tables>, taskId: string, version: number): Promise<void> {
  await trx
    .updateTable('task_news')
    .set({ kind: null, facts: null, feedback_until: null })
    .where('task_id', '=', taskId)
    .where('kind', '=', 'notes')
    .where('version', '<=', version)
    .execute()
}

/** An update that a digest lists. */
export interface ListedUpdate {
  kind: TaskUpdateKind
  facts: TaskUpdateFacts
}

export interface DigestUpdates {
  /** The most important updates. Their maximum number is the parameter `limit` of `updatesOfDigest`. */
  listed: ListedUpdate[]
  /** Number of all updates of each kind, also of those that are not listed. */
  counts: Record<TaskUpdateKind, number>
}

/** Returns the updates of a digest. Omits tasks that no longer wait for an admin. */
export async function updatesOfDigest(db: Kysely<Tables>, digestId: string, limit: number): Promise<DigestUpdates> {
  const { rows } = await sql<{ listed: ListedUpdate[] | null; counts: Partial<Record<TaskUpdateKind, number>> | null }>`
    with news as materialized (
      select news.kind, news.facts, news.company_id, news.posting_date, news.task_id, array_position(${taskUpdateKinds}::text[], news.kind) as rank
      from task_digest_entry as entry
      join task_news as news on news.task_id = entry.task_id
      where entry.digest_id = ${digestId} and news.kind = any(${taskUpdateKinds}::text[])
    )
    select
      (select json_agg(json_build_object('kind', kind, 'facts', facts)) from (
        select kind, facts from news order by rank, posting_date nulls last, company_id, task_id limit ${limit}
      ) as listed) as listed,
      (select json_object_agg(kind, count) from (select kind, count(*) as count from news group by kind) as counted) as counts`.execute(db)
  const counts = rows[0]?.counts
  return {
    listed: rows[0]?.listed ?? [],
    counts: {
      'referred-back': counts?.['referred-back'] ?? 0,
      new: counts?.new ?? 0,
      notes: counts?.notes ?? 0,
      approved: counts?.approved ?? 0,
    },
  }
}
