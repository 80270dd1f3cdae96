import type { Logger } from '@app/chassis/logger.ts'
import { mimeOf } from '@app/chassis/mail/message.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { Verdict } from '@app/chassis/mail/verdict.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done, failed, hold, type Outcome, retry, unknown } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findMail, mails, recordMailOutcomes } from './mail.repository.ts'
import type { MailResults } from './metrics.ts'

interface SenderOptions {
  db: Kysely<Tables>
  transport: MailTransport
  metrics: WorkMetrics
  results: MailResults
  tracer?: Tracer
  log: Logger
}

/** Each mail under way has a connection of its own; two more are kept for what is urgent. */
const CONNECTIONS = 8
const URGENT_CONNECTIONS = 2

/** A refusal that may be about us is believed at the sixth time, eight hours later. */
const MOST_DOUBTFUL = 6
const DOUBTFUL_WAIT_MS = 15 * 60_000
/** So many of them in a row are about us. */
const DOUBTFUL_IN_A_ROW = 5

/** What a relay's verdicts mean for the mails and for the queue. */
function createJudge(): (verdict: Verdict, attempts: number) => Outcome {
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
        if (attempts >= MOST_DOUBTFUL) return failed(verdict.reason)
        return retry(verdict.reason, DOUBTFUL_WAIT_MS * 2 ** (attempts - 1), doubtful >= DOUBTFUL_IN_A_ROW)
    }
  }
}

/** Sends what is in the queue of mails; stopping it closes the transport. */
export function startSender({ db, transport, metrics, results, tracer, log }: SenderOptions): Worker {
  const judge = createJudge()
  const worker = startWorker<Tables, null>({
    db,
    queue: mails,
    capacity: CONNECTIONS,
    reserved: URGENT_CONNECTIONS,
    metrics,
    tracer,
    log,
    async handle({ key, attempts, signal, recordIntent }) {
      const mail = await findMail(db, key)
      if (!mail) return failed('gone')
      const { text, html, isExpired, ...rest } = mail
      if (isExpired || text === null || html === null) return failed('expired')
      const message = await mimeOf({ ...rest, text, html })
      return judge(await transport.send(message, { beforeDot: recordIntent, signal }), attempts)
    },
    async onSettled(trx, settled) {
      for (const { template, state } of await recordMailOutcomes(trx, settled))
        results[state === 'sent' ? 'sent' : 'failed'].inc({ template })
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
