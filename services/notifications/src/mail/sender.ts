import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import { addressStatusIn, type Verdict } from '@app/chassis/mail/verdict.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { PublicFiles } from '@app/chassis/storage/public-files.ts'
import { done, failed, hold, type Outcome, obsolete, retry, unknown } from '@app/chassis/work/outcome.ts'
import type { Queue } from '@app/chassis/work/queue.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import { documentMailTopics } from '@app/contracts/http/mail-content.ts'
import type { Transaction } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { removeSettledDigests } from '../documents/digest-document.repository.ts'
import { OBSOLETE } from '../ledger.ts'
import { removeDigests, TASK_DIGEST_TOPIC } from '../task-emails/digest-entry.repository.ts'
import type { WorkerDeps } from '../worker-deps.ts'
import { type FinishedMail, recordMailOutcomes } from './mail.repository.ts'
import { type Composer, composedQueues, mailQueue } from './mail-queues.ts'
import { type Prepared, prepareOwn, prepareWanted } from './prepare-mail.ts'
import { readPictures } from './read-pictures.ts'
import type { RequestContent } from './request-content.ts'
import type { ReviewAddresses } from './review-addresses.ts'
import { picturesOf, toMessage } from './to-message.ts'

export interface SenderOptions extends WorkerDeps {
  transport: MailTransport
  reviewAddresses?: ReviewAddresses | undefined
  requestContent: Readonly<Record<Composer, RequestContent>>
  files: PublicFiles
  registry: Registry
}

/** Number of emails of a queue that are sent concurrently. Each email uses its own SMTP connection. */
const CONNECTIONS = 8
/** Additional connections for urgent emails of a queue. */
const URGENT_CONNECTIONS = 2

/**
 * Number of doubtful rejections after which an email is given up. With doubling delays these attempts take about eight hours.
 * A rejection is doubtful if it is permanent (5xx) but may concern our server instead of the recipient, for example 5.7.x.
 */
const DOUBTFUL_ATTEMPTS_MAX = 6
const DOUBTFUL_RETRY_MS = 15 * 60_000
/** After this many consecutive doubtful rejections of any emails of a queue, the circuit breaker of the queue opens. */
const DOUBTFUL_IN_A_ROW = 5

/** Maximum attempts to read the pictures of an email, in about two minutes. After the last one, it is sent without pictures. */
const PICTURE_ATTEMPTS_MAX = 4

/** Returns a function that maps the relay's verdict to the outcome of the work, and counts consecutive doubtful rejections. */
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

/** Publishes an event if an email that its composing service tracks was sent, or if the recipient's email address does not exist. */
async function reportTracked(trx: Transaction<Tables>, mail: FinishedMail): Promise<void> {
  const { id, template: topic, about, recipientKind: kind, recipientId, returnId, isTracked, state, reason, sentAt } = mail
  if (!isTracked || about === null || kind === null || recipientId === null) return
  const fact = { topic, about, recipient: { kind, id: recipientId }, ...(returnId !== null && { returnId }) }
  const status = state === 'failed' ? addressStatusIn(reason ?? '') : undefined
  const outcome = sentAt === null ? status && { status } : { sentAt }
  if (outcome) await addEvent(trx, EmailSettled, { aggregateId: id, version: 1, data: { ...fact, ...outcome } })
}

/** Starts the workers that send the emails of all queues. `stop` also closes the transport. */
export function startSender(options: SenderOptions): Worker {
  const { db, transport, files, reviewAddresses, requestContent, registry, metrics, tracer, log } = options
  const common = { labelNames: ['template'], registers: [registry] }
  const results = {
    sent: new Counter({ name: 'mails_sent_total', help: 'Emails accepted by the mail relay', ...common }),
    failed: new Counter({ name: 'mails_failed_total', help: 'Emails that were given up', ...common }),
  }

  function startQueue(queue: Queue<null>, prepare: (id: string) => Promise<Prepared | Outcome>): Worker {
    const outcomeOf = createOutcomeMapper()
    return startWorker<Tables, null>({
      db,
      queue,
      capacity: CONNECTIONS,
      reserved: URGENT_CONNECTIONS,
      metrics,
      tracer,
      log,
      async handle({ key, attempts, signal, recordIntent }) {
        const prepared = await prepare(key)
        if ('kind' in prepared) return prepared
        const { mail, isObsolete } = prepared
        const pictures = await readPictures({ files, log, signal }, picturesOf(mail.parts))
        if (!pictures && attempts < PICTURE_ATTEMPTS_MAX) return retry('pictures')
        const message = await toMessage(mail, pictures)
        let isCanceled = false
        /**
         * A decision can make a reminder obsolete while the reminder is being sent. In this case, the exception ends the SMTP session
         * before the final dot of the email. Without this dot, the mail relay discards the email.
         */
        const beforeDot = async () => {
          isCanceled ||= (await isObsolete?.()) ?? false
          if (isCanceled) throw new Error('the email is obsolete')
          await recordIntent()
        }
        const verdict = await transport.send(message, { beforeDot, signal })
        return isCanceled ? obsolete : outcomeOf(verdict, attempts)
      },
      async onSettled(trx, settled) {
        const finished = await recordMailOutcomes(trx, settled)
        const digestsOf = (topics: readonly string[]) =>
          finished.flatMap(({ template, eventId }) => (topics.includes(template) ? [eventId] : []))
        await removeDigests(trx, digestsOf([TASK_DIGEST_TOPIC]))
        await removeSettledDigests(trx, digestsOf(documentMailTopics))
        for (const mail of finished) {
          if (mail.reason !== OBSOLETE) results[mail.state].inc({ template: mail.template })
          await reportTracked(trx, mail)
        }
      },
    })
  }

  const workers = [
    startQueue(mailQueue, (id) => prepareOwn(db, id)),
    ...Object.values(composedQueues).map((queue) => startQueue(queue, (id) => prepareWanted({ db, requestContent, reviewAddresses }, id))),
  ]
  return {
    wake() {
      for (const worker of workers) worker.wake()
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      transport.close()
    },
  }
}
