import type { DecisionChannel } from '@app/contracts/rules/reviews.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface DecisionRow {
  id: string
  kind: Tables['decision']['kind']
  channel: DecisionChannel
  confirmAttempts: number
  confirmedAt: string | null
  createdAt: string
  /** Email address to which the review link was sent. Null for a decision in the portal. */
  email: string | null
}

/** Returns the newest decision about a preview of a task. */
export const findDecision = (db: Kysely<Tables>, taskId: string, previewNo: number): Promise<DecisionRow | undefined> =>
  db
    .selectFrom('decision')
    .leftJoin('review_link', 'review_link.id', 'decision.link_id')
    .select(['decision.id', 'kind', 'channel', 'confirm_attempts as confirmAttempts', 'confirmed_at as confirmedAt'])
    .select(['decision.created_at as createdAt', 'review_link.email'])
    .where('decision.task_id', '=', taskId)
    .where('decision.preview_number', '=', previewNo)
    .orderBy('task_version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns how often a recipient has undone approvals of a preview, with all links to it. */
export async function countUndos(db: Kysely<Tables>, taskId: string, previewNo: number, recipientId: string): Promise<number> {
  const { count } = await db
    .selectFrom('decision')
    .innerJoin('review_link', 'review_link.id', 'decision.link_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('decision.task_id', '=', taskId)
    .where('decision.preview_number', '=', previewNo)
    .where('kind', '=', 'undo')
    .where('recipient_id', '=', recipientId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countConfirmAttempt(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.updateTable('decision').set({ confirm_attempts: sql`confirm_attempts + 1` }).where('id', '=', id).execute()
}

/** Records who confirmed the newest approval of a task. */
export async function markConfirmed(trx: Transaction<Tables>, taskId: string, by: 'owner' | 'review-link' | 'admin'): Promise<void> {
  await sql`
    update decision set confirmed_at = now(), confirmed_by = ${by} where id = (
      select id from decision where task_id = ${taskId} and kind = 'approve' order by task_version desc limit 1
    ) and confirmed_at is null`.execute(trx)
}
