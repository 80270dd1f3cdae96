import type { MailContent } from '@app/chassis/mail/compose.ts'
import { enqueue, URGENT } from '@app/chassis/work/queue.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import { type Insertable, type Kysely, type NotNull, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { recordOutcomes } from '../ledger.ts'
import { addressesOf, type Recipient } from '../recipients/recipient.repository.ts'
import { type Composer, composedQueues, mailQueue, type TopicOf } from './mail-queues.ts'

interface Sending {
  /** Urgent emails, such as reset codes, are sent before other emails. */
  isUrgent?: boolean | undefined
  /** Time until the email is sent. */
  delayMs?: number
}

interface AddedMail extends Sending {
  row: Insertable<Tables['mail']>
}

/** Inserts and queues emails. Skips an email that exists already. */
async function addMails(trx: Transaction<Tables>, mails: readonly AddedMail[]): Promise<void> {
  const added = await trx
    .insertInto('mail')
    .values(mails.map(({ row }) => row))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const isAdded = new Set(added.map(({ id }) => id))
  const works = mails.flatMap(({ row: { id, composer }, isUrgent = false, delayMs = 0 }) => {
    const queue = composer ? composedQueues[composer] : mailQueue
    return isAdded.has(id) ? [{ queue, key: id, payload: null, priority: isUrgent ? URGENT : 0, delayMs }] : []
  })
  for (const [queue, ofQueue] of Map.groupBy(works, ({ queue }) => queue)) await enqueue(trx, queue, ofQueue)
}

export interface NewMail {
  /** Id of the event that causes the email. An event sends each template to each recipient at most once. */
  eventId: string
  template: string
  recipient: string
  content: MailContent
  replyTo?: string
  /** The company whose data the email contains, if any. */
  companyId?: string
}

/** Stores and queues emails. Skips an email if its event, template and recipient equal those of an existing email. */
export async function queueMails(trx: Transaction<Tables>, newMails: readonly NewMail[]): Promise<void> {
  if (newMails.length === 0) return
  const mails = newMails.map(({ content, ...mail }) => ({
    row: {
      id: crypto.randomUUID(),
      event_id: mail.eventId,
      template: mail.template,
      recipient: mail.recipient,
      reply_to: mail.replyTo ?? null,
      company_profile_id: mail.companyId ?? null,
      subject: content.subject,
      text: content.text,
      html: content.html,
    },
  }))
  await addMails(trx, mails)
}

export const queueMail = (trx: Transaction<Tables>, mail: NewMail): Promise<void> => queueMails(trx, [mail])

export interface RequestedMail<C extends Composer> extends Sending {
  /** Id of the event that causes the email, or of what several events cause together. It causes each topic once for each recipient. */
  eventId: string
  topic: TopicOf<C>
  /** Id of the object that the email is about. */
  about: string
  /** The company whose data the email contains. Null if there is none, or if there are several. */
  companyId: string | null
  recipient: MailRecipient
}

/**
 * Queues emails that another service composes when they are sent. Skips an email if its event, topic and recipient equal those of an
 * existing email. Stores the addresses of users, so that operators find the emails by address.
 */
export async function requestMails<C extends Composer>(
  trx: Transaction<Tables>,
  composer: C,
  requested: readonly RequestedMail<C>[],
): Promise<void> {
  if (requested.length === 0) return
  const recipientIds = requested.map(({ recipient }) => recipient.id)
  const addresses = await addressesOf(trx, recipientIds)
  const mails = requested.map(({ eventId, topic, about, companyId, recipient, ...sending }) => ({
    row: {
      id: crypto.randomUUID(),
      event_id: eventId,
      template: topic,
      composer,
      about,
      company_profile_id: companyId,
      recipient_kind: recipient.kind,
      recipient_id: recipient.id,
      recipient: addresses.get(recipient.id) ?? null,
    },
    ...sending,
  }))
  await addMails(trx, mails)
}

/** Returns an email that this service composed. Its body is null after the email was sent or canceled. */
export const findOwnMail = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('mail')
    .select(['id', 'recipient', 'reply_to as replyTo', 'subject', 'text', 'html'])
    .where('id', '=', id)
    .where('composer', 'is', null)
    .$narrowType<{ recipient: NotNull; subject: NotNull }>()
    .executeTakeFirst()

/** An email that another service composes. */
export interface WantedMail {
  id: string
  composer: Composer
  /** Id of the event that caused the email, or of the digest. */
  eventId: string
  topic: string
  about: string
  recipient: MailRecipient
  /** The user with the id of the recipient. Undefined for colleagues, and for users whom no event has reported. */
  user: Recipient | undefined
  /** Whether the email was queued more than a day ago. */
  isOld: boolean
}

/** Returns an email that another service composes. */
export async function findWantedMail(db: Kysely<Tables>, id: string): Promise<WantedMail | undefined> {
  const row = await db
    .selectFrom('mail')
    .leftJoin('recipient as user', 'user.user_id', 'mail.recipient_id')
    .select([
      'mail.id',
      'composer',
      'event_id as eventId',
      'template as topic',
      'about',
      'recipient_kind as kind',
      'recipient_id as recipientId',
      'user.email',
      'user.role',
      'user.email_verified as isVerified',
    ])
    .select(sql<boolean>`created_at < now() - interval '1 day'`.as('isOld'))
    .where('mail.id', '=', id)
    .where('composer', 'is not', null)
    .$narrowType<{ composer: NotNull; about: NotNull; kind: NotNull; recipientId: NotNull }>()
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, recipientId, email, role, isVerified, ...mail } = row
  const user = email === null || role === null || isVerified === null ? undefined : { email, role, isVerified }
  return { ...mail, recipient: { kind, id: recipientId }, user }
}

/** Locks an email, and returns whether it was composed before. */
export async function lockComposed(trx: Transaction<Tables>, id: string): Promise<boolean> {
  const row = await trx.selectFrom('mail').select('subject').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined && row.subject !== null
}

interface Composed {
  recipient: string
  subject: string
  returnId: string | undefined
  isTracked: boolean
}

/** Stores what the ledger keeps of a composed email. */
export async function storeComposed(db: Kysely<Tables>, id: string, { recipient, subject, returnId, isTracked }: Composed): Promise<void> {
  await db
    .updateTable('mail')
    .set({ recipient, subject, return_id: returnId ?? null, is_tracked: isTracked })
    .where('id', '=', id)
    .execute()
}

export interface FinishedMail {
  id: string
  eventId: string
  template: string
  state: 'sent' | 'failed'
  /** Reason of a failure. */
  reason: string | null
  sentAt: string | null
  about: string | null
  recipientKind: MailRecipient['kind'] | null
  recipientId: string | null
  returnId: string | null
  isTracked: boolean
}

/** Writes outcomes to the ledger. Erases the bodies of sent emails. Returns the sent and failed emails. */
export async function recordMailOutcomes(trx: Transaction<Tables>, settled: readonly SettledWork<null>[]): Promise<FinishedMail[]> {
  await recordOutcomes(trx, 'mail', settled)
  const twice = settled.filter(({ maybeTwice }) => maybeTwice).map(({ key }) => key)
  const finished = settled.filter(({ settlement: { state } }) => state === 'done' || state === 'failed').map(({ key }) => key)
  if (twice.length) await sql`update mail set may_be_duplicate = true where id = any(${twice}::uuid[])`.execute(trx)
  if (finished.length === 0) return []
  const { rows } = await sql<FinishedMail>`
    update mail set text = case when state = 'sent' then null else text end, html = case when state = 'sent' then null else html end
    where id = any(${finished}::uuid[])
    returning id, event_id as "eventId", template, state, last_error as reason, sent_at as "sentAt", about,
      recipient_kind as "recipientKind", recipient_id as "recipientId", return_id as "returnId", is_tracked as "isTracked"`.execute(trx)
  return rows
}
