import { LISTED_IDS_MAX } from '@app/contracts/http/mail-content.ts'
import type { TaskEmailFrequency } from '@app/contracts/rules/task-emails.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { withdrawMail } from '../mail/queued-mail.repository.ts'
import { toFrequency } from './choice.repository.ts'

/** Topic of digests in the ledger of emails. */
export const TASK_DIGEST_TOPIC = 'task-digest'

/** Selects entries that a digest may list now. With a `ready_at` over five minutes ahead, the clock was set back: it does not wait. */
function isReady(now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`
  return sql<boolean>`(ready_at <= ${time} or ready_at > ${time} + interval '5 minutes')`
}

/** Takes a lock, so that transactions about an admin's digest run one after another. The lock is released at the end of the transaction. */
export async function lockDigest(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('task-digest'), hashtext(${userId}))`.execute(trx)
}

/**
 * Adds a task to the next digests of admins. They list the task from `readyAt`. A task that already waits for a digest keeps its place. A
 * task that a queued digest lists moves to the next digest.
 */
export async function addEntries(
  trx: Transaction<Tables>,
  { taskId, companyId }: { taskId: string; companyId: string },
  userIds: readonly string[],
  { now, readyAt }: { now: Date; readyAt: Date },
): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    insert into task_digest_entry as entry (user_id, task_id, company_id, added_at, ready_at)
    select user_id, ${taskId}::uuid, ${companyId}::uuid, ${now.toISOString()}::timestamptz, ${readyAt.toISOString()}::timestamptz
    from unnest(${userIds}::uuid[]) as admin (user_id) order by user_id
    on conflict (user_id, task_id) do update set
      added_at = case when entry.digest_id is null then entry.added_at else excluded.added_at end, ready_at = excluded.ready_at,
      digest_id = null`.execute(trx)
}

/** Removes a task from the digests of admins that are not sent yet. */
export async function removeEntries(trx: Transaction<Tables>, taskId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`delete from task_digest_entry where task_id = ${taskId} and user_id = any(${userIds}::uuid[])`.execute(trx)
}

interface WaitingDigest {
  userId: string
  frequency: TaskEmailFrequency
  /** When the oldest ready entry of the digest was added. */
  oldest: string
}

/** Returns the admins whose next digest has ready entries. */
export async function waitingDigests(db: Kysely<Tables>, now: Date): Promise<WaitingDigest[]> {
  const { rows } = await sql<Omit<WaitingDigest, 'frequency'> & { frequency: string | null }>`
    select recipient.user_id as "userId", choice.frequency, waiting.oldest
    from recipient
    left join task_email_choice as choice on choice.user_id = recipient.user_id
    cross join lateral (
      select min(added_at) as oldest from task_digest_entry as entry
      where entry.user_id = recipient.user_id and digest_id is null and ${isReady(now)}
    ) as waiting
    where recipient.role = 'admin' and waiting.oldest is not null`.execute(db)
  return rows.map((row) => ({ ...row, frequency: toFrequency(row.frequency) }))
}

/** Returns when the oldest ready entry of an admin's next digest was added. Undefined without a ready entry. */
export async function oldestEntry(trx: Transaction<Tables>, userId: string, now: Date): Promise<string | undefined> {
  const entry = await trx
    .selectFrom('task_digest_entry')
    .select('added_at')
    .where('user_id', '=', userId)
    .where('digest_id', 'is', null)
    .where(isReady(now))
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirst()
  return entry?.added_at
}

/**
 * Moves the ready entries of an admin into a digest, the oldest first. The moved rows are locked until the end of the transaction. A
 * concurrent event about the same task waits for the lock, and then moves the task to the next digest.
 */
export async function claimEntries(trx: Transaction<Tables>, userId: string, digestId: string, now: Date): Promise<void> {
  await sql`
    update task_digest_entry set digest_id = ${digestId}
    where user_id = ${userId} and task_id in (
      select task_id from task_digest_entry where user_id = ${userId} and digest_id is null and ${isReady(now)}
      order by added_at limit ${LISTED_IDS_MAX} for update
    )`.execute(trx)
}

/** Returns the company of the tasks of a digest. Null if they belong to several. */
export async function companyOfDigest(trx: Transaction<Tables>, digestId: string): Promise<string | null> {
  const rows = await trx
    .selectFrom('task_digest_entry')
    .select('company_id')
    .distinct()
    .where('digest_id', '=', digestId)
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.company_id ?? null) : null
}

/** Returns the tasks of a digest. */
export async function taskIdsOf(db: Kysely<Tables>, digestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task_digest_entry')
    .select('task_id')
    .where('digest_id', '=', digestId)
    .orderBy('added_at')
    .limit(LISTED_IDS_MAX)
    .execute()
  return rows.map(({ task_id }) => task_id)
}

/** Deletes the entries of digests whose emails were sent, or will not be sent anymore. */
export async function removeDigests(trx: Transaction<Tables>, digestIds: readonly string[]): Promise<void> {
  if (digestIds.length) await sql`delete from task_digest_entry where digest_id = any(${digestIds}::uuid[])`.execute(trx)
}

/** Deletes all entries of an admin, so that the admin gets no digest. */
export async function removeEntriesOf(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('task_digest_entry').where('user_id', '=', userId).execute()
}

/** SQL condition: another admin is the account manager of the entry's company. */
const isOthers = sql`exists (
  select from company_manager as managed where managed.company_id = entry.company_id and managed.manager_id <> entry.user_id
)`

/** Deletes the entries of an admin about companies that have another account manager. */
export async function removeOthersEntries(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`delete from task_digest_entry as entry where user_id = ${userId} and ${isOthers}`.execute(trx)
}

/** Deletes the entries about a company of the admins who want emails of their own companies, if another admin is its account manager. */
export async function removeEntriesOfOthers(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await sql`
    delete from task_digest_entry as entry using task_email_choice as choice
    where entry.company_id = ${companyId} and choice.user_id = entry.user_id and choice.scope = 'mine' and ${isOthers}`.execute(trx)
}

/**
 * Withdraws the admin's digest that is queued but not sent, for example while the mail relay is unavailable. The entries of this digest
 * then wait for the next digest. If the digest is being sent, its outcome is not yet known. Then the function returns false. The caller
 * must call `lockDigest` first.
 */
export async function withdrawDigest(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  // An event can move the entries of a queued digest to the next digest. So a queued digest may have no entries.
  const queued = await trx
    .selectFrom('mail')
    .select('event_id as digestId')
    .where('recipient_id', '=', userId)
    .where('template', '=', TASK_DIGEST_TOPIC)
    .where('state', '=', 'queued')
    .execute()
  for (const { digestId } of queued) {
    const outcome = await withdrawMail(trx, digestId, 'replaced by a newer digest')
    if (outcome === 'being-sent') return false
    // A digest whose outcome is unknown keeps its entries, because it is sent once more.
    if (outcome === 'withdrawn')
      await trx.updateTable('task_digest_entry').set({ digest_id: null }).where('digest_id', '=', digestId).execute()
  }
  return true
}
