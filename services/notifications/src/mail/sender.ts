import type { Logger } from '@app/chassis/logging/logger.ts'
import type { ReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import { addressStatusIn, type Verdict } from '@app/chassis/mail/verdict.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { PublicFiles } from '@app/chassis/storage/public-files.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done, failed, hold, type Outcome, retry, unknown } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import { ReviewEmailRefused, ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { REMINDER_TEMPLATE, settleReminders } from '../reminders/reminder.repository.ts'
import type { ReviewMails } from '../review-links.ts'
import { removeDigests, TASK_DIGEST_TEMPLATE } from '../task-emails/digest-entry.repository.ts'
import { clearBounced } from './bounced-address.repository.ts'
import { type FinishedMail, findMail, mailQueue, recordMailOutcomes } from './mail.repository.ts'
import type { MailResults } from './metrics.ts'
import { readPictures } from './read-pictures.ts'
import { reviewHeaders } from './review-headers.ts'
import { picturesOf, toMessage } from './to-message.ts'

interface SenderOptions {
  db: Kysely<Tables>
  transport: MailTransport
  reviewAddresses?: ReviewAddresses
  mails: Pick<ReviewMails, 'publicUrl' | 'keys'>
  files: PublicFiles
  metrics: WorkMetrics
  results: MailResults
  tracer?: Tracer
  log: Logger
}

/** Number of emails that are sent concurrently. Each email uses its own SMTP connection. */
const CONNECTIONS = 8
/** Additional connections for urgent emails. */
const URGENT_CONNECTIONS = 2

/**
 * Number of doubtful rejections after which an email is given up. With doubling delays these attempts take about eight hours.
 * A rejection is doubtful if it is permanent (5xx) but may concern our server instead of the recipient, for example 5.7.x.
 */
const DOUBTFUL_ATTEMPTS_MAX = 6
const DOUBTFUL_RETRY_MS = 15 * 60_000
/** After this many consecutive doubtful rejections of any emails, the circuit breaker of the queue opens. */
const DOUBTFUL_IN_A_ROW = 5

/**
 * Maximum number of attempts to read the pictures of an email. The attempts take about two minutes. After the last attempt, the email is
 * sent without pictures.
 */
const PICTURE_ATTEMPTS_MAX = 4

/**
 * Returns a function that maps the mail relay's verdict to the outcome of the work. The returned function counts consecutive doubtful
 * rejections (see `DOUBTFUL_ATTEMPTS_MAX`).
 */
function createOutcomeMapper(): (verdict: Verdict, attempts: number) => Outcome {
  let doubtful = 0
  return (verdict, attempts) => {
    if (verdict.kind === 'accepted' || verdict.kind === 'refused') doubtful = 0
    switch (verdict.kind) {
      case 'accepted':
        return done
      case 'refused':
        return failed(verdict.reason)
      case 'later':
      case 'lost':
        return retry(verdict.reason)
      case 'away':
        return hold(verdict.reason)
      case 'unknown':
        return unknown(verdict.reason)
      case 'doubtful':
        doubtful += 1
        if (attempts >= DOUBTFUL_ATTEMPTS_MAX) return failed(verdict.reason)
        return retry(verdict.reason, DOUBTFUL_RETRY_MS * 2 ** (attempts - 1), doubtful >= DOUBTFUL_IN_A_ROW)
    }
  }
}

/** Publishes an event if a review email or an invitation was sent, or if the recipient's email address does not exist. */
async function reportReviewEmail(
  trx: Transaction<Tables>,
  { recipient, state, reason, sentAt, reviewLinkId: linkId, colleagueId }: FinishedMail,
): Promise<void> {
  // The events about an invitation contain the id of the colleague, as the return path does (`review-headers.ts`).
  const reviewLinkId = linkId ?? colleagueId
  if (reviewLinkId === null) return
  if (sentAt !== null) {
    await clearBounced(trx, recipient, sentAt)
    await addEvent(trx, ReviewEmailSent, { aggregateId: reviewLinkId, version: 1, data: { reviewLinkId, sentAt } })
  }
  const status = state === 'failed' ? addressStatusIn(reason ?? '') : undefined
  if (status) await addEvent(trx, ReviewEmailRefused, { aggregateId: reviewLinkId, version: 1, data: { reviewLinkId, status } })
}

/** Starts the worker that sends queued emails. `stop` also closes the transport. */
export function startSender({
  db,
  transport,
  files,
  reviewAddresses,
  mails: reviewMails,
  metrics,
  results,
  tracer,
  log,
}: SenderOptions): Worker {
  const outcomeOf = createOutcomeMapper()
  const worker = startWorker<Tables, null>({
    db,
    queue: mailQueue,
    capacity: CONNECTIONS,
    reserved: URGENT_CONNECTIONS,
    metrics,
    tracer,
    log,
    async handle({ key, attempts, signal, recordIntent }) {
      const mail = await findMail(db, key)
      if (!mail) return failed('gone')
      const { template, text, html, isExpired, id, recipient, threadId, subject } = mail
      if (isExpired || text === null || html === null) return failed('expired')
      const parts = mail.parts ?? []
      const pictures = await readPictures({ files, log, signal }, picturesOf(parts))
      if (!pictures && attempts < PICTURE_ATTEMPTS_MAX) return retry('pictures')
      const stored = { id, recipient, threadId, subject, text, html, parts, ...reviewHeaders(mail, reviewAddresses, reviewMails) }
      const message = await toMessage(stored, pictures)
      /**
       * A decision can cancel a reminder while the reminder is being sent. In this case, the exception ends the SMTP session before the
       * final dot of the email. Without this dot, the mail relay discards the email.
       */
      const beforeDot = async () => {
        if (template === REMINDER_TEMPLATE && (await findMail(db, key))?.isExpired) throw new Error('the reminder was cancelled')
        await recordIntent()
      }
      return outcomeOf(await transport.send(message, { beforeDot, signal }), attempts)
    },
    async onSettled(trx, settled) {
      const finished = await recordMailOutcomes(trx, settled)
      await settleReminders(
        trx,
        finished.filter(({ template }) => template === REMINDER_TEMPLATE),
      )
      const digests = finished.filter(({ template }) => template === TASK_DIGEST_TEMPLATE)
      await removeDigests(
        trx,
        digests.map(({ eventId }) => eventId),
      )
      for (const mail of finished) {
        results[mail.state].inc({ template: mail.template })
        await reportReviewEmail(trx, mail)
      }
    },
  })
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      transport.close()
    },
  }
}
