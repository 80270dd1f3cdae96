import type { Message } from '@app/chassis/mail/message.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { inContextSpan } from '@app/chassis/tracing/span.ts'
import type { NewSpan, Tracer } from '@app/chassis/tracing/tracer.ts'
import type { Kysely } from 'kysely'
import { mailFiller } from '../content/compiled-mail.ts'
import type { Recipient } from '../content/template.ts'
import type { Tables } from '../db/tables.ts'
import type { InFlightMail } from './in-flight-mails.ts'
import type { Claimed } from './ledger.ts'

type Fill = (recipient: Recipient) => Message

/** Caches the compiled emails of open dispatches, so that each is read from the database once. */
export function compiledMails(db: Kysely<Tables>) {
  const fillers = new Map<string, Promise<Fill>>()

  async function read(dispatchId: string): Promise<Fill> {
    const { mail } = await db.selectFrom('dispatch').select('mail').where('id', '=', dispatchId).executeTakeFirstOrThrow()
    if (!mail) throw new Error(`Dispatch ${dispatchId} has no compiled email`)
    return mailFiller(mail)
  }

  return {
    of(dispatchId: string): Promise<Fill> {
      const known = fillers.get(dispatchId)
      if (known) return known
      const reading = read(dispatchId)
      fillers.set(dispatchId, reading)
      reading.catch(() => fillers.delete(dispatchId))
      return reading
    },
    /** Removes the emails of all other dispatches from the cache. */
    keep(dispatchIds: readonly string[]): void {
      for (const id of fillers.keys()) if (!dispatchIds.includes(id)) fillers.delete(id)
    },
  }
}

interface DeliveryDeps {
  mails: ReturnType<typeof compiledMails>
  transport: MailTransport
  tracer: Tracer | undefined
}

const spanOf = ({ id, dispatchId, attempts }: Claimed): NewSpan => ({
  name: 'mail of a campaign',
  kind: 'consumer',
  attributes: { 'campaign.dispatch': dispatchId, 'campaign.delivery': id, 'campaign.attempt': attempts },
})

/** Sends one email to the mail relay. Each email has its own trace, because one dispatch has thousands of emails. */
export function deliverMail(one: InFlightMail, { mails, transport, tracer }: DeliveryDeps): Promise<Verdict> {
  const { claimed, abort } = one
  return inContextSpan({ correlationId: claimed.dispatchId, tracer }, spanOf(claimed), async () => {
    const fill = await mails.of(claimed.dispatchId)
    const message = fill(claimed)
    const beforeDot = async () => {
      one.isDotSent = true
    }
    return transport.send(message, { beforeDot, signal: abort.signal })
  })
}
