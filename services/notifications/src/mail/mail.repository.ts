import { type Kysely, sql, type Transaction } from 'kysely'
import { notify } from '../db/channels.ts'
import type { Tables } from '../db/tables.ts'
import { queueTable } from '../queue/queue-table.ts'
import { LEASE_MS } from '../queue/worker.ts'
import type { MailContent } from './templates/compose.ts'

export const { renewLeases, markForRetry, countQueued } = queueTable('mail', 'id')

export interface NewMail {
  /** What the mail is sent for: one event sends one template to one recipient once. */
  eventId: string
  template: string
  recipient: string
  content: MailContent
  replyTo?: string
  /** The mail holds a secret that is worthless after this instant. */
  expiresAt?: string
}

/** Puts a mail into the queue, unless the same one already went through it. */
export async function queueMail(trx: Transaction<Tables>, mail: NewMail): Promise<void> {
  await trx
    .insertInto('mail')
    .values({
      id: crypto.randomUUID(),
      event_id: mail.eventId,
      template: mail.template,
      recipient: mail.recipient,
      reply_to: mail.replyTo ?? null,
      ...mail.content,
      expires_at: mail.expiresAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'template', 'recipient']).doNothing())
    .execute()
  await notify(trx, 'mail', '')
}

export interface DueMail {
  id: string
  template: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  attempts: number
  expires_at: string | null
}

/** Takes up to `most` due mails for this process; no other takes the same meanwhile. Each counts as an attempt. */
export async function claimDueMails(db: Kysely<Tables>, most: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with due as materialized (
      select id from mail where state = 'queued' and next_attempt_at <= now()
      order by next_attempt_at limit ${most} for update skip locked
    )
    update mail set attempts = attempts + 1, next_attempt_at = now() + ${LEASE_MS} * interval '1 millisecond'
    from due where mail.id = due.id
    returning mail.id, template, recipient, reply_to, subject, text, html, attempts, expires_at`.execute(db)
  return rows
}

export async function markSent(db: Kysely<Tables>, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'sent', sent_at: sql<string>`now()`, last_error: null, text: null, html: null })
    .where('id', '=', id)
    .execute()
}

/** Gives a mail up. Its body stays for somebody to look at, unless it holds a secret. */
export async function markFailed(db: Kysely<Tables>, { id, expires_at }: DueMail, error: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'failed', last_error: error, ...(expires_at !== null && { text: null, html: null }) })
    .where('id', '=', id)
    .execute()
}
