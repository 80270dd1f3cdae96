import type { TaskEmailFrequency } from '@app/contracts/rules/task-emails.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { withdrawMail } from '../mail/mail.repository.ts'
import { toFrequency } from './choice.repository.ts'

/** Template of digests in the ledger of emails. */
export const TASK_DIGEST_TEMPLATE = 'task-digest'

/**
 * Maximum time for which an entry waits for feedback or for further notes. If `feedback_until` is even later, the clock was set back, and
 * the entry does not wait.
 */
const FEEDBACK_WAIT_MAX = sql`interval '5 minutes'`

/** Takes a lock, so that transactions about an admin's digest run one after another. The lock is released at the end of the transaction. */
export async function lockDigest(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('task-digest'), hashtext(${userId}))`.execute(trx)
}

/** Adds a task to the next digests of admins. A task that already waits for a digest keeps its place. */
export async function addEntries(trx: Transaction<Tables>, taskId: string, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    insert into task_digest_entry as entry (user_id, task_id, added_at)
    select user_id, ${taskId}::uuid, ${now.toISOString()}::timestamptz from unnest(${userIds}::uuid[]) as admin (user_id) order by user_id
    on conflict (user_id, task_id) do update set
      added_at = case when entry.digest_id is null then entry.added_at else excluded.added_at end, digest_id = null`.execute(trx)
}

/** Removes a task from the next digests of admins. Digests that are already queued do not change. */
export async function removeEntries(trx: Transaction<Tables>, taskId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    delete from task_digest_entry
    where task_id = ${taskId} and user_id = any(${userIds}::uuid[]) and digest_id is null`.execute(trx)
}

/**
 * Moves a changed task from queued digests to the next digests. If a queued digest is still not sent when the next digest is queued, the
 * next digest replaces the queued digest.
 */
export async function returnEntries(trx: Transaction<Tables>, taskId: string, now: Date): Promise<void> {
  await sql`
    update task_digest_entry set digest_id = null, added_at = ${now.toISOString()}
    where task_id = ${taskId} and digest_id is not null`.execute(trx)
}

interface WaitingDigest {
  userId: string
  frequency: TaskEmailFrequency
  /** When the oldest entry of the digest was added. */
  oldest: string
}

/** Returns the admins who have entries for their next digest. */
export async function waitingDigests(db: Kysely<Tables>): Promise<WaitingDigest[]> {
  const { rows } = await sql<Omit<WaitingDigest, 'frequency'> & { frequency: string | null }>`
    select recipient.user_id as "userId", choice.frequency, waiting.oldest
    from recipient
    left join task_email_choice as choice on choice.user_id = recipient.user_id
    cross join lateral (
      select min(added_at) as oldest from task_digest_entry as entry where entry.user_id = recipient.user_id and digest_id is null
    ) as waiting
    where recipient.role = 'admin' and waiting.oldest is not null`.execute(db)
  return rows.map((row) => ({ ...row, frequency: toFrequency(row.frequency) }))
}

/** Returns when the oldest entry of an admin's next digest was added. Undefined without an entry. */
export async function oldestEntry(trx: Transaction<Tables>, userId: string): Promise<string | undefined> {
  const entry = await trx
    .selectFrom('task_digest_entry')
    .select('added_at')
    .where('user_id', '=', userId)
    .where('digest_id', 'is', null)
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirst()
  return entry?.added_at
}

/**
 * Moves all waiting entries of an admin into a digest. If the owner's feedback or further notes about a task are still expected, the
 * task's entry stays. The moved rows are locked until the end of the transaction. A concurrent event about the same task waits for the
 * lock, and then adds the task to the next digest.
 */
export async function claimEntries(trx: Transaction<Tables>, userId: string, digestId: string, now: Date): Promise<void> {
  await sql`
    update task_digest_entry as entry set digest_id = ${digestId}
    where user_id = ${userId} and digest_id is null and not exists (
      select from task_news as news where news.task_id = entry.task_id
      and news.feedback_until > ${now.toISOString()} and news.feedback_until < ${now.toISOString()}::timestamptz + ${FEEDBACK_WAIT_MAX}
    )`.execute(trx)
}

/** Deletes the entries of digests whose emails were sent, or will not be sent anymore. */
export async function removeDigests(trx: Transaction<Tables>, digestIds: readonly string[]): Promise<void> {
  if (digestIds.length) await sql`delete from task_digest_entry where digest_id = any(${digestIds}::uuid[])`.execute(trx)
}

/** Deletes all entries of an admin, so that the admin gets no digest. */
export async function removeEntriesOf(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('task_digest_entry').where('user_id', '=', userId).execute()
}

/**
 * Withdraws the admin's digest that is queued but not sent, for example while the mail relay is unavailable. The entries of this digest
 * then wait for the next digest. If the digest is being sent, its outcome is not yet known. Then the function returns false. The caller
 * must call `lockDigest` first.
 */
export async function withdrawDigest(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  // If a task changes, its entry moves from a queued digest to the next digest. So a queued digest may have no entries, and the second
  // query finds the digest by its email.
  const { rows: queued } = await sql<{ digestId: string }>`
    select digest_id::text as "digestId" from task_digest_entry where user_id = ${userId} and digest_id is not null
    union
    select event_id from mail
    where lower(recipient) = (select lower(email) from recipient where user_id = ${userId})
    and template = ${TASK_DIGEST_TEMPLATE} and state = 'queued'`.execute(trx)
  for (const { digestId } of queued) {
    const outcome = await withdrawMail(trx, digestId, 'replaced by a newer digest')
    if (outcome === 'being-sent') return false
    if (outcome === 'gone') await removeDigests(trx, [digestId])
    else await trx.updateTable('task_digest_entry').set({ digest_id: null }).where('digest_id', '=', digestId).execute()
  }
  return true
}
