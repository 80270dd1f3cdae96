import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { inContextSpan } from '@app/chassis/tracing/span.ts'
import type { NewSpan, Tracer } from '@app/chassis/tracing/tracer.ts'
import type { CompiledMails } from './compiled-mails.ts'
import type { InFlightMail } from './in-flight-mails.ts'
import type { Claimed } from './ledger.ts'

interface DeliveryDeps {
  mails: CompiledMails
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
