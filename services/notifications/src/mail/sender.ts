import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { startWorker, type Worker } from '../queue/worker.ts'
import { failureOf } from './failure.ts'
import { claimDueMails, type DueMail, markFailed, markForRetry, markSent, renewLeases } from './mail.repository.ts'
import type { MailMetrics } from './metrics.ts'
import type { MailTransport } from './smtp.ts'

interface SenderOptions {
  db: Kysely<Tables>
  transport: MailTransport
  metrics: MailMetrics
  log: Logger
}

/** Sends what is in the queue of mails; stopping it closes the transport. */
export function startSender({ db, transport, metrics, log }: SenderOptions): Worker {
  const worker = startWorker<DueMail>(
    {
      name: 'mail',
      capacity: 20,
      claim: (most) => claimDueMails(db, most),
      renew: (ids) => renewLeases(db, ids),
      expired: ({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= Date.now(),
      send: (mail, signal) => transport.send(mail, signal),
      failureOf,
      async markSent({ id, template }) {
        await markSent(db, id)
        metrics.sent.inc({ template })
      },
      markForRetry: ({ id }, reason, waitMs) => markForRetry(db, id, reason, waitMs),
      async markFailed(mail, reason) {
        await markFailed(db, mail, reason)
        metrics.failed.inc({ template: mail.template })
      },
      shown: ({ id, template }) => ({ mailId: id, template }),
    },
    log,
  )
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      transport.close()
    },
  }
}
