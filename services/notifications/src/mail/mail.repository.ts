import type { Mail } from '@app/chassis/mail/message.ts'
import { drop, enqueue, type Queue, URGENT } from '@app/chassis/work/queue.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { recordOutcomes } from '../ledger.ts'
import type { ComposedMail, MailPart } from './mail-part.ts'

/** The queue of emails. Its keys are the ids of rows in `mail`. */
export const mailQueue: Queue<null> = { name: 'mail' }

export interface NewMail {
  /** Id of the event that causes the email. An event sends each template to each recipient at most once. */
  eventId: string
  template: string
  recipient: string
  content: ComposedMail
  replyTo?: string
  /** Id of the task that the email is about. */
  threadId?: string
  /**
   * When the email, or the secret in it (such as a reset code), expires. After that time the email is not sent, and its body is erased.
   */
  expiresAt?: string
  /** Id of the review link in the email. The events about the email (sent, bounced or answered with a reply) contain this id. */
  reviewLinkId?: string
  /** Id of the colleague who gets the email. The email then has the header List-Unsubscribe, and is cancelled when the colleague leaves. */
  colleagueId?: string
  /** Urgent emails, such as reset codes, are sent before other emails. */
  isUrgent?: boolean
  /** During the delay `rewriteMails` can change the email. */
  delayMs?: number
}

const partsColumn = (parts: readonly MailPart[] | undefined): string | null => (parts?.length ? JSON.stringify(parts) : null)

/** Stores and queues emails. Skips an email if its event, template and recipient equal those of an existing email. */
export async function queueMails(trx: Transaction<Tables>, newMails: readonly NewMail[]): Promise<void> {
  if (newMails.length === 0) return
  const rows = newMails.map(({ content, ...mail }) => ({
    id: crypto.randomUUID(),
    event_id: mail.eventId,
    template: mail.template,
    recipient: mail.recipient,
    reply_to: mail.replyTo ?? null,
    subject: content.subject,
    text: content.text,
    html: content.html,
    parts: partsColumn(content.parts),
    thread_id: mail.threadId ?? null,
    expires_at: mail.expiresAt ?? null,
    review_link_id: mail.reviewLinkId ?? null,
    colleague_id: mail.colleagueId ?? null,
  }))
  const added = await trx
    .insertInto('mail')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['event_id', 'template', 'recipient']).doNothing())
    .returning('id')
    .execute()
  const isAdded = new Set(added.map(({ id }) => id))
  const works = rows.flatMap(({ id }, at) => {
    const { isUrgent = false, delayMs = 0 } = newMails[at] ?? {}
    return isAdded.has(id) ? [{ key: id, payload: null, priority: isUrgent ? URGENT : 0, delayMs }] : []
  })
  await enqueue(trx, mailQueue, works)
}

export const queueMail = (trx: Transaction<Tables>, mail: NewMail): Promise<void> => queueMails(trx, [mail])

type Secret = Pick<NewMail, 'expiresAt' | 'reviewLinkId' | 'colleagueId'>

/**
 * Replaces the content of an event's queued emails, and their `expires_at` and `review_link_id`. With `colleagueId`, the function replaces
 * only the email to this colleague. Without `colleagueId`, the function replaces the emails to all recipients who are not colleagues.
 * `rewritten` contains the ids of the replaced emails, and `waiting` their recipients. `gone` contains the recipients of the event's other
 * emails, which are no longer queued, for example because they were sent.
 */
export async function rewriteMails(
  trx: Transaction<Tables>,
  eventId: string,
  { subject, text, html, parts }: ComposedMail,
  { expiresAt, reviewLinkId, colleagueId }: Secret = {},
): Promise<{ rewritten: string[]; waiting: string[]; gone: string[] }> {
  const isChosen = sql`event_id = ${eventId} and colleague_id is not distinct from ${colleagueId ?? null}::uuid`
  const { rows } = await sql<{ id: string; recipient: string; isRewritten: boolean }>`
    with waiting as materialized (
      select key from work where queue = ${mailQueue.name} and state = 'queued'
      and key = any(array(select id::text from mail where ${isChosen})) for update
    ), rewritten as (
      update mail set subject = ${subject}, text = ${text}, html = ${html}, parts = ${partsColumn(parts)}::jsonb,
        expires_at = ${expiresAt ?? null}, review_link_id = ${reviewLinkId ?? null}
      from waiting where mail.id = waiting.key::uuid returning mail.id
    )
    select id, recipient, id in (select id from rewritten) as "isRewritten" from mail where ${isChosen}`.execute(trx)
  const waiting = rows.filter(({ isRewritten }) => isRewritten)
  return {
    rewritten: waiting.map(({ id }) => id),
    waiting: waiting.map(({ recipient }) => recipient),
    gone: rows.filter(({ isRewritten }) => !isRewritten).map(({ recipient }) => recipient),
  }
}

interface FoundMail extends Omit<Mail, 'text' | 'html' | 'attachments' | 'returnPath' | 'isAnswer' | 'unsubscribeUrl'> {
  template: string
  reviewLinkId: string | null
  colleagueId: string | null
  text: string | null
  html: string | null
  parts: MailPart[] | null
  isExpired: boolean
}

export const findMail = (db: Kysely<Tables>, id: string): Promise<FoundMail | undefined> =>
  db
    .selectFrom('mail')
    .select(['id', 'recipient', 'reply_to as replyTo', 'thread_id as threadId', 'subject', 'text', 'html', 'parts'])
    .select(['template', 'review_link_id as reviewLinkId', 'colleague_id as colleagueId'])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'))
    .where('id', '=', id)
    .executeTakeFirst()

export interface FinishedMail {
  eventId: string
  template: string
  recipient: string
  state: 'sent' | 'failed'
  /** Reason of a failure. */
  reason: string | null
  sentAt: string | null
  reviewLinkId: string | null
  colleagueId: string | null
}

/**
 * Writes outcomes to the ledger. Erases the bodies of all sent emails, and of failed emails that contain a secret. Returns the sent and
 * failed emails.
 */
export async function recordMailOutcomes(trx: Transaction<Tables>, settled: readonly SettledWork<null>[]): Promise<FinishedMail[]> {
  await recordOutcomes(trx, 'mail', settled)
  const twice = settled.filter(({ maybeTwice }) => maybeTwice).map(({ key }) => key)
  const finished = settled.filter(({ settlement: { state } }) => state === 'done' || state === 'failed').map(({ key }) => key)
  if (twice.length) await sql`update mail set may_be_duplicate = true where id = any(${twice}::uuid[])`.execute(trx)
  if (finished.length === 0) return []
  const isErasable = sql<boolean>`state = 'sent' or expires_at is not null`
  const { rows } = await sql<FinishedMail>`
    update mail set text = case when ${isErasable} then null else text end, html = case when ${isErasable} then null else html end,
      parts = case when ${isErasable} then null else parts end
    where id = any(${finished}::uuid[])
    returning event_id as "eventId", template, recipient, state, last_error as reason, sent_at as "sentAt", review_link_id as "reviewLinkId",
      colleague_id as "colleagueId"`.execute(trx)
  return rows
}

/** Marks queued emails as failed and erases their bodies. Skips emails that are being sent. Returns the ids of the marked emails. */
async function dropMails(trx: Transaction<Tables>, ids: readonly string[], reason: string): Promise<string[]> {
  const dropped = await drop(trx, mailQueue, ids, reason)
  await sql`
    update mail set state = 'failed', last_error = ${reason}, text = null, html = null, parts = null where id = any(${dropped}::uuid[])`.execute(
    trx,
  )
  return dropped
}

/** Cancels the queued emails to a recipient. Emails that are being sent are not stopped. */
export async function dropMailsTo(trx: Transaction<Tables>, recipient: string): Promise<void> {
  const waiting = await trx
    .selectFrom('mail')
    .select('id')
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`)
    .where('state', '=', 'queued')
    .execute()
  await dropMails(
    trx,
    waiting.map(({ id }) => id),
    'recipient removed',
  )
}

/** Cancels the queued emails to a colleague. Emails that are being sent are not stopped. */
export async function dropMailsToColleague(trx: Transaction<Tables>, colleagueId: string): Promise<void> {
  const waiting = await trx.selectFrom('mail').select('id').where('colleague_id', '=', colleagueId).where('state', '=', 'queued').execute()
  await dropMails(
    trx,
    waiting.map(({ id }) => id),
    'recipient removed',
  )
}

/**
 * Cancels the queued email of an event, so that a newer email can replace it. If a worker is sending the email, returns `being-sent`: the
 * caller must wait for the outcome. If the email was sent, may have been sent or failed, returns `gone`.
 */
export async function withdrawMail(
  trx: Transaction<Tables>,
  eventId: string,
  reason: string,
): Promise<'withdrawn' | 'being-sent' | 'gone'> {
  // The lock waits for a worker that is returning the email to the queue after a failed attempt.
  const { rows } = await sql<{ key: string; state: string }>`
    select key, state from work where queue = ${mailQueue.name}
    and key = any(array(select id::text from mail where event_id = ${eventId})) for update`.execute(trx)
  if (rows.some(({ state }) => state === 'running')) return 'being-sent'
  const queued = rows.filter(({ state }) => state === 'queued').map(({ key }) => key)
  if (queued.length === 0) return 'gone'
  await dropMails(trx, queued, reason)
  return 'withdrawn'
}

/**
 * Cancels the queued email of an event. Returns false if the email was sent, is being sent, or has an unknown outcome. In the last two
 * cases, the email is not sent again.
 */
export async function cancelMail(trx: Transaction<Tables>, eventId: string, reason: string): Promise<boolean> {
  const queued = await trx.selectFrom('mail').select('id').where('event_id', '=', eventId).where('state', '=', 'queued').execute()
  const ids = queued.map(({ id }) => id)
  const dropped = await dropMails(trx, ids, reason)
  if (dropped.length === ids.length) return ids.length > 0
  await sql`update mail set expires_at = now() where id = any(${ids}::uuid[]) and state = 'queued'`.execute(trx)
  return false
}
