import type { Review } from '@app/contracts/http/reviews.ts'
import { sql, type Transaction } from 'kysely'
import { nextStepDay, turn } from '../board/days.ts'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import type { ReviewSubject } from './review-state.ts'

/** Returns the number of other previews of the company that wait for the recipient of a link, and the most urgent one's newest link. */
async function findNext(trx: Transaction<Tables>, { link, task }: ReviewSubject, now: Date) {
  const { rows } = await sql<{ id: string; waiting: number }>`
    select id, count(*) over () as waiting from (
      select distinct on (task.id) review_link.id, ${nextStepDay} as day, task.task_id as number
      from review_link join task on task.id = review_link.task_id and task.preview_number = review_link.preview_number
      where recipient_id = ${link.recipientId} and revoked_at is null and expires_at > ${now.toISOString()}::timestamptz
        and company_id = ${task.companyProfileId} and task.id <> ${task._id} and status = 'Pending' and ${turn} = 'owner'
      order by task.id, review_link.id desc) as open_link
    order by day, number limit 1`.execute(trx)
  return rows[0]
}

/**
 * Adds the recipient's next waiting preview to the review after a decision. A decision with signs of a machine leads to no other link. The
 * recipient already has the other link: this function creates none.
 */
export async function withNext(
  trx: Transaction<Tables>,
  deps: Pick<TasksDeps, 'reviewKeys' | 'now'>,
  subject: ReviewSubject,
  signs: readonly unknown[],
  review: Review,
): Promise<Review> {
  const next = signs.length === 0 ? await findNext(trx, subject, deps.now()) : undefined
  return next ? { ...review, next: { waiting: next.waiting, path: `/review/${deps.reviewKeys.tokenOf(next.id)}` } } : review
}
