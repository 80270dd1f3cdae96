import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { mailFrom } from '@app/contracts/brand-mail.ts'
import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { recordReport } from '../mail/reported-mail.repository.ts'
import type { ReviewAddress, ReviewAddresses } from '../mail/review-addresses.ts'
import type { Handover } from './handover.ts'
import { type Reply, readReply, replyIdOf, UnreadableTextError } from './parsing/read-reply.ts'
import { refusal } from './refusal.ts'

/** Limits the notes that one review link can cause. */
const LIMIT_OF_LINK = { count: 50, seconds: 86_400 }

interface TaskMailDeps {
  /** Connection pool for background jobs. */
  db: Kysely<Tables>
  log: Logger
  addresses: ReviewAddresses
  handover: Handover
}

export interface ReceivedMail {
  /** The message, or its beginning. Each byte is one character (latin1). */
  message: string
  /** Whether `message` is only the beginning. */
  isTruncated: boolean
  /** The report in the message, if it is a bounce or a complaint. */
  report: MailReport | undefined
  /** Sender of the SMTP envelope. Empty for bounces. */
  envelopeFrom: string
  /** The parsed reply. It is parsed once, also if the message has several recipients. */
  reply?: Reply
}

async function handOverReport({ db, log, handover }: TaskMailDeps, returnId: string, report: MailReport): Promise<void> {
  await handover.reportTaskMail(returnId, report)
  await recordReport(db, returnId, report)
  if (report.kind === 'complaint') log.warn({ returnId }, 'the recipient of a review email reported it as spam')
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

async function handOverReply({ addresses, handover }: TaskMailDeps, returnId: string, mail: ReceivedMail): Promise<void> {
  const { messageId, from: author, isAutomatic, ...reply } = parseReply(mail)
  const isOwn = normalizeEmail(author) === normalizeEmail(ownAddress) || addresses.parse(author) !== undefined
  await handover.replyToTaskMail(returnId, {
    ...reply,
    author,
    replyId: replyIdOf(returnId, messageId, mail.message),
    isAutomatic: isAutomatic || isOwn || mail.envelopeFrom === '',
  })
}

/**
 * Receives an email to an address of an email about a task. Hands a bounce, a complaint or a reply over to `tasks`. When the function
 * returns, `tasks` has stored it. Throws an error with an SMTP response code if the email is not accepted.
 */
export async function receiveTaskMail(deps: TaskMailDeps, { kind, returnId }: ReviewAddress, mail: ReceivedMail): Promise<void> {
  const use = { key: `review-mail:${returnId}`, limit: LIMIT_OF_LINK, now: new Date() }
  if ((await tryConsumeLimit(deps.db, use)) > 0) throw refusal(452, '4.2.1 Too many emails to this address, try again later')
  if (mail.report) return handOverReport(deps, returnId, mail.report)
  if (kind === 'reply') return handOverReply(deps, returnId, mail)
  deps.log.warn({ returnId }, 'cannot parse a message about a review email; it is ignored')
}
