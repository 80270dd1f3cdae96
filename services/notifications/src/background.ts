import type { Figures } from '@app/chassis/db/figures.ts'
import { type Listening, listen } from '@app/chassis/db/listen.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { every } from '@app/chassis/every.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { workChannel } from '@app/chassis/work/queue.ts'
import type { Kysely } from 'kysely'
import { channels } from './db/channels.ts'
import type { Tables } from './db/tables.ts'
import { startTeller } from './documents/teller.ts'
import { adoptQueued } from './ledger.ts'
import type { Tail } from './live/tail.ts'
import { mailLedger } from './mail/mail.repository.ts'
import { mailResults } from './mail/metrics.ts'
import { startSender } from './mail/sender.ts'
import { startPurging } from './purge.ts'
import { startSheetSender } from './sheet/sender.ts'
import { sheetLedger } from './sheet/sheet.repository.ts'
import { contactSheet, type SheetAddress } from './sheet/sheet.ts'

/** As often as a replica of the release before would have looked. */
const ADOPT_MS = 5_000

interface BackgroundDeps {
  db: Kysely<Tables>
  databaseUrl: string
  /** Links in mails point there. */
  publicUrl: string
  relay: MailTransport
  /** Where contact forms are listed, if anywhere. */
  sheet: SheetAddress | undefined
  figures: Figures<Tables>
  tail: Tail
  tracer?: Tracer
  log: Logger
}

/** Starts what runs beside requests and events: mail and row senders, the live tail, the purge. Returns a function that stops them. */
export function startBackground(deps: BackgroundDeps): () => Promise<void> {
  const { db, databaseUrl, publicUrl, relay, sheet, figures, tail, tracer, log } = deps
  const metrics = workMetrics(figures)
  const mails = startSender({ db, transport: relay, metrics, results: mailResults(figures.registry), tracer, log })
  const rows = sheet && startSheetSender({ db, sheet: contactSheet(sheet), metrics, tracer, log })
  const documents = startTeller({ db, publicUrl, metrics, tracer, log })
  const stopPurging = startPurging(db, log)
  const wake = () => {
    mails.wake()
    rows?.wake()
    documents.wake()
  }
  const listening: Listening = listen({
    url: databaseUrl,
    log,
    channels: {
      [workChannel(schemaOf('notifications'))]: wake,
      [channels.feed]: tail.wake,
    },
    onListening: () => {
      wake()
      tail.wake()
    },
  })
  const stopAdopting = every({
    ms: ADOPT_MS,
    name: 'taking over what the release before queued',
    log,
    async run() {
      const adopted = (await adoptQueued(db, mailLedger)) + (rows ? await adoptQueued(db, sheetLedger) : 0)
      if (adopted > 0) wake()
    },
  })
  return async () => {
    await Promise.all([listening.stop().then(tail.stop), stopAdopting(), stopPurging(), mails.stop(), rows?.stop(), documents.stop()])
  }
}
