import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Mail } from '@app/chassis/mail/message.ts'
import { failed, type Outcome, obsolete, retry } from '@app/chassis/work/outcome.ts'
import type { ComposedMail, MailPart, MailRequest } from '@app/contracts/http/mail-content.ts'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { documentIdsOf } from '../documents/digest-document.repository.ts'
import { TASK_DIGEST_TOPIC, taskIdsOf } from '../task-emails/digest-entry.repository.ts'
import { findOwnMail, findWantedMail, lockComposed, storeComposed, type WantedMail } from './mail.repository.ts'
import type { Composer } from './mail-queues.ts'
import { type RequestContent, waitForUnknown } from './request-content.ts'
import type { ReviewAddresses } from './review-addresses.ts'

/** An email whose pictures are not read yet. */
export type PreparedMail = Omit<Mail, 'attachments'> & { parts: readonly MailPart[] }

export interface Prepared {
  mail: PreparedMail
  /** Whether the email became obsolete after it was prepared. Absent if this need not be checked. */
  isObsolete?: () => Promise<boolean>
}

/** Prepares an email that this service composed when the email was queued. Returns an outcome if the email is not sent. */
export async function prepareOwn(db: Kysely<Tables>, id: string): Promise<Prepared | Outcome> {
  const mail = await findOwnMail(db, id)
  if (!mail) return failed('gone')
  const { text, html, ...rest } = mail
  if (text === null || html === null) return failed('erased')
  return { mail: { ...rest, text, html, parts: [] } }
}

interface Deps {
  db: Kysely<Tables>
  requestContent: Readonly<Record<Composer, RequestContent>>
  /** Undefined if the product receives no replies and bounces. */
  reviewAddresses?: ReviewAddresses | undefined
}

const UNCONFIRMED_LIMIT = { count: 10, seconds: 86_400 }

interface Mailbox {
  /** The stored address. Undefined for recipients whose address is only in the content. */
  email?: string
  isUnconfirmed: boolean
}

/**
 * Returns the mailbox of a recipient, or an outcome if the recipient gets no email now. The service `identity` knows the accounts itself and
 * limits its emails to unconfirmed addresses itself.
 */
function mailboxFor({ composer, recipient: { kind }, user, isOld }: WantedMail): Mailbox | Outcome {
  if (kind === 'colleague' || composer === 'identity') return { isUnconfirmed: false }
  if (!user) return waitForUnknown('recipient unknown', isOld)
  // A removed admin has no address.
  if (user.email === '' || (kind === 'admin' && user.role !== 'admin')) return obsolete
  return { email: user.email, isUnconfirmed: kind === 'owner' && !user.isVerified }
}

/** Returns the ids of the objects that a digest lists. Undefined for other emails. */
async function listedIds(db: Kysely<Tables>, { composer, topic, eventId }: WantedMail): Promise<string[] | undefined> {
  if (topic === TASK_DIGEST_TOPIC) return taskIdsOf(db, eventId)
  return composer === 'documents' ? documentIdsOf(db, eventId) : undefined
}

/** Returns the request for the content. Undefined for a digest that lists nothing any more. */
async function requestFor(db: Kysely<Tables>, wanted: WantedMail): Promise<MailRequest | undefined> {
  const { topic, about, recipient } = wanted
  const ids = await listedIds(db, wanted)
  if (!ids) return { topic, about, recipient }
  return ids.length > 0 ? { topic, about, recipient, ids } : undefined
}

/** Key of the limit of emails to a mailbox whose address is not confirmed. */
export const unconfirmedKey = (email: string): string => `unconfirmed:${mailboxOf(email)}`

/** Counts an email to an owner whose address is not confirmed. Returns false if the mailbox has already got ten such emails in a day. */
const countUnconfirmed = async (trx: Transaction<Tables>, email: string): Promise<boolean> =>
  (await tryConsumeLimit(trx, { key: unconfirmedKey(email), limit: UNCONFIRMED_LIMIT, now: new Date() })) === 0

/**
 * Stores what the ledger keeps of the content. Returns false if the mailbox gets no further email, because its address is not confirmed. An
 * email counts only when it is composed for the first time.
 */
async function store(
  db: Kysely<Tables>,
  id: string,
  { subject, returnId, isTracked = false }: ComposedMail,
  { email, isUnconfirmed }: Required<Mailbox>,
): Promise<boolean> {
  const composed = { recipient: email, subject, returnId, isTracked }
  if (!isUnconfirmed) {
    await storeComposed(db, id, composed)
    return true
  }
  return inTransaction(db, async (trx) => {
    const isFirst = !(await lockComposed(trx, id))
    if (isFirst && !(await countUnconfirmed(trx, email))) return false
    await storeComposed(trx, id, composed)
    return true
  })
}

/**
 * Returns the headers and the return path of an email that another service composed. Replies and bounces arrive at the SMTP
 * listener (`inbound/listener.ts`). If `addresses` is undefined, the product receives neither replies nor bounces.
 */
function reviewHeaders(
  { threadId, returnId, takesReplies, isAnswer = false, unsubscribeUrl }: ComposedMail,
  addresses: ReviewAddresses | undefined,
): Pick<Mail, 'replyTo' | 'returnPath' | 'isAnswer' | 'unsubscribeUrl' | 'threadId'> {
  return {
    isAnswer,
    threadId: threadId ?? null,
    replyTo: addresses && returnId && takesReplies ? addresses.addressOf('reply', returnId) : null,
    ...(addresses && returnId && { returnPath: addresses.addressOf('bounce', returnId) }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}

/** Prepares an email that another service composes: requests its content. Returns an outcome if the email is not sent now. */
export async function prepareWanted({ db, requestContent, reviewAddresses }: Deps, id: string): Promise<Prepared | Outcome> {
  const wanted = await findWantedMail(db, id)
  if (!wanted) return failed('gone')
  const { composer, topic, isOld } = wanted
  const mailbox = mailboxFor(wanted)
  if ('kind' in mailbox) return mailbox
  const request = await requestFor(db, wanted)
  if (!request) return obsolete
  const answer = await requestContent[composer](request, isOld)
  if (!('content' in answer)) return answer
  const { content } = answer
  const { isUnconfirmed } = mailbox
  const email = content.to ?? mailbox.email
  if (email === undefined) return retry('unusable content')
  if (!(await store(db, id, content, { email, isUnconfirmed }))) return obsolete
  const { subject, text, html, parts = [] } = content
  const mail = { id, recipient: email, subject, text, html, parts, ...reviewHeaders(content, reviewAddresses) }
  if (topic !== 'reminder') return { mail }
  const isObsolete = async () => {
    const later = await requestContent[composer](request, isOld)
    return 'kind' in later && later.kind === 'obsolete'
  }
  return { mail, isObsolete }
}
