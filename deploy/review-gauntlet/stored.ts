import type { DecisionChannel, DecisionKind } from '@app/contracts/rules/reviews.ts'
import type { Pool } from 'pg'

/** Whether the product has recorded that the emails with the links of these tasks were sent. */
export async function sentWithin(database: Pool, taskIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await database.query('select from tasks.review_link where task_id = any($1) and sent_at is not null', [taskIds])
  return rowCount === taskIds.length
}

/** Whether the product has recorded that all emails with links of a task were sent. */
export async function areAllSent(database: Pool, taskId: string): Promise<boolean> {
  const { rowCount } = await database.query('select from tasks.review_link where task_id = $1 and sent_at is null', [taskId])
  return rowCount === 0
}

/** Sets how long ago the mail relay accepted the email with the first link of a task. */
export async function setSent(database: Pool, taskId: string, secondsAgo: number): Promise<void> {
  await database.query(
    `update tasks.review_link set sent_at = now() - make_interval(secs => $2) where task_id = $1 and preview_number = 1`,
    [taskId, secondsAgo],
  )
}

/**
 * Simulates that time passes for the links of a task. Subtracts `seconds` from the times at which the emails were sent and the links were
 * opened.
 */
export async function passTime(database: Pool, taskId: string, seconds: number): Promise<void> {
  await database.query('update tasks.review_link set sent_at = sent_at - make_interval(secs => $2) where task_id = $1', [taskId, seconds])
  await database.query(
    `update tasks.review_open set opened_at = opened_at - make_interval(secs => $2)
     where link_id in (select id from tasks.review_link where task_id = $1)`,
    [taskId, seconds],
  )
}

/** Makes the links of a task expire. */
export async function expireLinks(database: Pool, taskId: string): Promise<void> {
  await database.query(`update tasks.review_link set expires_at = now() - interval '1 minute' where task_id = $1`, [taskId])
}

export interface StoredDecision {
  kind: DecisionKind | 'undo'
  channel: DecisionChannel
  hasSigns: boolean
}

/** Returns the decisions about a task, oldest first. */
export async function decisionsOf(database: Pool, taskId: string): Promise<StoredDecision[]> {
  const { rows } = await database.query<StoredDecision>(
    `select kind, channel, cardinality(signs) > 0 as "hasSigns" from tasks.decision where task_id = $1 order by task_version`,
    [taskId],
  )
  return rows
}

/** Returns the ids of all Approved tasks. */
export async function approvedTasks(database: Pool): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(`select id from tasks.task where status = 'Approved' order by id`)
  return rows.map(({ id }) => id)
}
