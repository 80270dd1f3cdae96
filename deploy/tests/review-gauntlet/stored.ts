import type { DecisionChannel, DecisionKind } from '@app/contracts/rules/reviews.ts'
import type { Pool } from 'pg'

/** Whether the product has recorded that the emails with all links of these tasks were sent. Each task must have a link. */
export async function areAllSent(database: Pool, taskIds: readonly string[]): Promise<boolean> {
  const text = 'select from tasks.review_link where task_id = any($1) group by task_id having bool_and(sent_at is not null)'
  return (await database.query(text, [taskIds])).rowCount === taskIds.length
}

/** Sets how long ago the mail relay accepted the email with the first link of a task. */
export const setSent = (database: Pool, taskId: string, secondsAgo: number) =>
  database.query(`update tasks.review_link set sent_at = now() - make_interval(secs => $2) where task_id = $1 and preview_number = 1`, [
    taskId,
    secondsAgo,
  ])

/** Simulates that time passes for the links of a task: subtracts `seconds` from the times of sending and of opening. */
export async function passTime(database: Pool, taskId: string, seconds: number): Promise<void> {
  await database.query('update tasks.review_link set sent_at = sent_at - make_interval(secs => $2) where task_id = $1', [taskId, seconds])
  await database.query(
    `update tasks.review_open set opened_at = opened_at - make_interval(secs => $2)
     where link_id in (select id from tasks.review_link where task_id = $1)`,
    [taskId, seconds],
  )
}

/** Makes the links of a task expire. */
export const expireLinks = (database: Pool, taskId: string) =>
  database.query(`update tasks.review_link set expires_at = now() - interval '1 minute' where task_id = $1`, [taskId])

export interface StoredDecision {
  kind: DecisionKind | 'undo'
  channel: DecisionChannel
  hasSigns: boolean
}

/** Returns the decisions about a task, oldest first. */
export async function decisionsOf(database: Pool, taskId: string): Promise<StoredDecision[]> {
  const text = `select kind, channel, cardinality(signs) > 0 as "hasSigns" from tasks.decision where task_id = $1 order by task_version`
  return (await database.query<StoredDecision>(text, [taskId])).rows
}
