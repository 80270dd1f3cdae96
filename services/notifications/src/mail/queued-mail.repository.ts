import { drop, type Queue, release } from '@app/chassis/work/queue.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { WantedMail } from './mail.repository.ts'
import { composedQueues, mailQueue } from './mail-queues.ts'

/** Marks queued emails as failed and erases their bodies. Skips emails that are being sent. */
async function dropMails(trx: Transaction<Tables>, queue: Queue<null>, ids: readonly string[], reason: string): Promise<void> {
  const dropped = await drop(trx, queue, ids, reason)
  await sql`
    update mail set state = 'failed', last_error = ${reason}, text = null, html = null where id = any(${dropped}::uuid[])`.execute(trx)
}

/**
 * Cancels the queued emails to a recipient that this service composed. Emails that are being sent are not stopped. The other queued emails
 * need no cancellation: when they are sent, the recipient is checked.
 */
export async function dropMailsTo(trx: Transaction<Tables>, recipient: string): Promise<void> {
  const waiting = await trx
    .selectFrom('mail')
    .select('id')
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`)
    .where('state', '=', 'queued')
    .where('composer', 'is', null)
    .execute()
  const ids = waiting.map(({ id }) => id)
  await dropMails(trx, mailQueue, ids, 'recipient removed')
}

const isOf = (eventId: string) => sql<boolean>`event_id = ${eventId} and composer = 'tasks'`

/**
 * Cancels the queued email of an event that `tasks` composes, so that a newer email can replace it. If a worker is sending the email,
 * returns `being-sent`: the caller must wait for the outcome. If the email was sent, may have been sent or failed, returns `gone`.
 */
export async function withdrawMail(
  trx: Transaction<Tables>,
  eventId: string,
  reason: string,
): Promise<'withdrawn' | 'being-sent' | 'gone'> {
  // The lock waits for a worker that is returning the email to the queue after a failed attempt.
  const { rows } = await sql<{ key: string; state: string }>`
    select key, state from work where queue = ${composedQueues.tasks.name}
    and key = any(array(select id::text from mail where ${isOf(eventId)})) for update`.execute(trx)
  if (rows.some(({ state }) => state === 'running')) return 'being-sent'
  const queued = rows.filter(({ state }) => state === 'queued').map(({ key }) => key)
  if (queued.length === 0) return 'gone'
  await dropMails(trx, composedQueues.tasks, queued, reason)
  return 'withdrawn'
}

/** Ids of the recipients of emails that are queued (`waiting`), and of emails that are being sent, were sent or failed (`gone`). */
interface Recipients {
  waiting: string[]
  gone: string[]
}

/** Makes the queued emails that `which` selects due now. `tasks` composes them. */
async function releaseMails(trx: Transaction<Tables>, which: RawBuilder<boolean>): Promise<Recipients> {
  const { rows } = await sql<{ id: string; recipientId: string; isWaiting: boolean }>`
    with waiting as materialized (
      select key from work where queue = ${composedQueues.tasks.name} and state = 'queued'
      and key = any(array(select id::text from mail where ${which})) for update
    )
    select id, recipient_id as "recipientId", id::text in (select key from waiting) as "isWaiting" from mail where ${which}`.execute(trx)
  const waiting = rows.filter(({ isWaiting }) => isWaiting)
  const ids = waiting.map(({ id }) => id)
  await release(trx, composedQueues.tasks, ids)
  return {
    waiting: waiting.map(({ recipientId }) => recipientId),
    gone: rows.filter(({ isWaiting }) => !isWaiting).map(({ recipientId }) => recipientId),
  }
}

/** Makes the queued emails of an event due now. Returns the recipients of all emails of the event. */
export const releaseMailsOf = (trx: Transaction<Tables>, eventId: string): Promise<Recipients> => releaseMails(trx, isOf(eventId))

/** Makes the queued emails about a preview to a recipient due now. Returns whether there are any. */
export async function releasePreviewMail(trx: Transaction<Tables>, previewId: string, recipientId: string): Promise<boolean> {
  const isAboutPreview = sql<boolean>`about = ${previewId}::uuid and template = 'preview-ready'`
  const { waiting } = await releaseMails(trx, sql<boolean>`${isAboutPreview} and recipient_id = ${recipientId}::uuid`)
  return waiting.length > 0
}

/** Whether an email about an object to a recipient is queued, and not being sent. `tasks` composes it. */
export async function isMailWaiting(
  trx: Transaction<Tables>,
  { topic, about, recipient }: Pick<WantedMail, 'topic' | 'about' | 'recipient'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from mail join work on work.queue = ${composedQueues.tasks.name} and work.key = mail.id::text and work.state = 'queued'
    where about = ${about}::uuid and template = ${topic} and recipient_id = ${recipient.id}::uuid and mail.state = 'queued'
      and composer is not null
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns the ids of the recipients to whom an email about a preview was sent or is queued. */
export async function recipientsOfPreview(trx: Transaction<Tables>, previewId: string): Promise<Set<string | null>> {
  const rows = await trx
    .selectFrom('mail')
    .select('recipient_id')
    .where('about', '=', previewId)
    .where('template', '=', 'preview-ready')
    .execute()
  return new Set(rows.map(({ recipient_id }) => recipient_id))
}
