import type { Logger } from '@app/chassis/logger.ts'
import { createSignal } from '@app/chassis/messaging/signal.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { claimDueMails, type DueMail, markFailed, markForRetry, markSent } from './mail.repository.ts'
import type { MailMetrics } from './metrics.ts'
import { failureOf, MOST_ATTEMPTS, waitAfter } from './retry.ts'
import type { MailTransport } from './smtp.ts'

interface SenderOptions {
  db: Kysely<Tables>
  transport: MailTransport
  metrics: MailMetrics
  log: Logger
}

export interface Sender {
  /** There may be something to send. */
  wake(): void
  /** Lets mails under way finish, for a few seconds, then closes the transport. */
  stop(): Promise<void>
}

/** Mails one replica has under way at once. */
const CAPACITY = 20
/** Finds what became due by time, and what was queued while the notice got lost. */
const POLL_MS = 5_000
const STOP_LIMIT_MS = 4_000

/** Sends what is in the queue. Any number of replicas may: each mail is claimed by one, and again only if that one died. */
export function startSender({ db, transport, metrics, log }: SenderOptions): Sender {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const giveUp = new AbortController()
  const woken = createSignal()

  async function attempt(mail: DueMail): Promise<void> {
    const seen = { mailId: mail.id, template: mail.template, attempts: mail.attempts }
    const fail = async (reason: string): Promise<void> => {
      await markFailed(db, mail, reason)
      metrics.failed.inc({ template: mail.template })
      log.warn({ ...seen, reason }, 'mail given up')
    }
    if (mail.expires_at && Date.parse(mail.expires_at) <= Date.now()) return fail('expired')
    // Claimed again and again without an outcome: whoever tried it died.
    if (mail.attempts > MOST_ATTEMPTS) return fail('no outcome')
    try {
      await transport.send(mail, giveUp.signal)
    } catch (error) {
      const { permanent, reason } = failureOf(error)
      if (permanent || mail.attempts >= MOST_ATTEMPTS) return fail(reason)
      await markForRetry(db, mail.id, reason, waitAfter(mail.attempts))
      log.info({ ...seen, reason }, 'mail will be tried again')
      return
    }
    await markSent(db, mail.id)
    metrics.sent.inc({ template: mail.template })
    log.info(seen, 'mail sent')
  }

  function start(mail: DueMail): void {
    const work = attempt(mail)
      // The claim runs out, and the mail is taken again.
      .catch((error: unknown) => log.error({ err: error, mailId: mail.id }, 'could not note what became of a mail'))
      .finally(() => {
        underWay.delete(work)
        woken.raise()
      })
    underWay.add(work)
  }

  /** Answers whether there may be more that is due. */
  async function sendDue(): Promise<boolean> {
    const room = CAPACITY - underWay.size
    if (room === 0) return false
    const mails = await claimDueMails(db, room)
    mails.forEach(start)
    return mails.length === room
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const more = await sendDue().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot read the mail queue')
        return false
      })
      if (!more) await woken.wait(POLL_MS)
    }
  }

  const running = run()
  return {
    wake: woken.raise,
    async stop() {
      stopping.abort()
      woken.raise()
      await running
      const timer = setTimeout(() => giveUp.abort(), STOP_LIMIT_MS)
      await Promise.all(underWay)
      clearTimeout(timer)
      transport.close()
    },
  }
}
