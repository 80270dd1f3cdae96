import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { ReviewAddress, ReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import { isAboutAddress } from '@app/chassis/mail/verdict.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { mailFrom } from '@app/contracts/brand-mail.ts'
import { ReviewEmailBounced, ReviewEmailComplained, ReviewReplyReceived } from '@app/contracts/events/campaigns.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import { refusal } from '../bounces/refusal.ts'
import type { Report } from '../bounces/report.ts'
import type { Tables } from '../db/tables.ts'
import { type Reply, readReply, replyIdOf, UnreadableTextError } from './read-reply.ts'

/** Limits the notes that one review link can cause. */
const LIMIT_OF_LINK = { count: 50, seconds: 86_400 }

interface ReviewMailDeps {
  db: Kysely<Tables>
  log: Logger
  addresses: ReviewAddresses
}

export interface ReceivedMail {
  /** The message, or its beginning. Each byte is one character (latin1). */
  message: string
  /** Whether `message` is only the beginning. */
  isTruncated: boolean
  /** The report in the message, if it is a bounce or a complaint. */
  report: Report | undefined
  /** Sender of the SMTP envelope. Empty for bounces. */
  envelopeFrom: string
  /** The parsed reply. It is parsed once, also if the message has several recipients. */
  reply?: Reply
}

async function publishReport({ db, log }: ReviewMailDeps, reviewLinkId: string, report: Report): Promise<void> {
  if (report.kind === 'complaint') {
    log.warn({ reviewLinkId }, 'the recipient of a review email reported it as spam')
    return inTransaction(db, (trx) =>
      addEvent(trx, ReviewEmailComplained, { aggregateId: reviewLinkId, version: 1, data: { reviewLinkId } }),
    )
  }
  const { action, status } = report
  // Other failures, such as a full mailbox, are temporary.
  if (action !== 'failed' || !isAboutAddress(status)) return
  await inTransaction(db, (trx) =>
    addEvent(trx, ReviewEmailBounced, { aggregateId: reviewLinkId, version: 1, data: { reviewLinkId, status } }),
  )
}

const ownAddress = mailFrom.replace(/^.*<|>$/g, '')

function parseReply(mail: ReceivedMail): Reply {
  const { message, isTruncated } = mail
  try {
    mail.reply ??= readReply(message)
    const { reply } = mail
    // The text of the reply may be in the part of the message that is not read.
    if (isTruncated && reply.text === '') throw refusal(554, '5.6.0 Please reply with text, and without attachments')
    return reply
  } catch (error) {
    if (error instanceof UnreadableTextError) throw refusal(554, '5.6.1 The character set is not supported. Please use UTF-8')
    throw error
  }
}

async function publishReply({ db, addresses }: ReviewMailDeps, reviewLinkId: string, mail: ReceivedMail): Promise<void> {
  const { messageId, isAutomatic, ...reply } = parseReply(mail)
  const isOwn = normalizeEmail(reply.from) === normalizeEmail(ownAddress) || addresses.parse(reply.from) !== undefined
  await inTransaction(db, async (trx) => {
    const data = {
      ...reply,
      reviewLinkId,
      replyId: replyIdOf(reviewLinkId, messageId, mail.message),
      isAutomatic: isAutomatic || isOwn || mail.envelopeFrom === '',
    }
    await addEvent(trx, ReviewReplyReceived, { aggregateId: reviewLinkId, version: 1, data })
  })
}

/**
 * Receives an email to an address of a review link. If the email is a hard bounce, a complaint or a reply, publishes an event. When the
 * function returns, the event is committed. Throws an error with an SMTP response code if the email is not accepted.
 */
export async function receiveReviewMail(deps: ReviewMailDeps, { kind, linkId }: ReviewAddress, mail: ReceivedMail): Promise<void> {
  const use = { key: `review-mail:${linkId}`, limit: LIMIT_OF_LINK, now: new Date() }
  if ((await tryConsumeLimit(deps.db, use)) > 0) throw refusal(452, '4.2.1 Too many emails to this address, try again later')
  if (mail.report) return publishReport(deps, linkId, mail.report)
  if (kind === 'reply') return publishReply(deps, linkId, mail)
  deps.log.warn({ reviewLinkId: linkId }, 'cannot parse a message about a review email; it is ignored')
}
