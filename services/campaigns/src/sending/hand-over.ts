import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { inContextSpan } from '@app/chassis/tracing/span.ts'
import type { NewSpan, Tracer } from '@app/chassis/tracing/tracer.ts'
import type { CompiledMails } from './compiled-mails.ts'
import type { InHand } from './in-hand.ts'
import type { Claimed } from './ledger.ts'

interface HandingOver {
  mails: CompiledMails
  transport: MailTransport
  tracer: Tracer | undefined
}

const spanOf = ({ id, dispatchId, attempts }: Claimed): NewSpan => ({
  name: 'mail of a campaign',
  kind: 'consumer',
  attributes: { 'campaign.dispatch': dispatchId, 'campaign.delivery': id, 'campaign.attempt': attempts },
})

/** Hands one mail to the relay: a trace of its own for each, since a sending has thousands. */
export function handOver(one: InHand, { mails, transport, tracer }: HandingOver): Promise<Verdict> {
  const { claimed, abort } = one
  return inContextSpan({ correlationId: claimed.dispatchId, tracer }, spanOf(claimed), async () => {
    const fill = await mails.of(claimed.dispatchId)
    const message = fill(claimed)
    const beforeDot = async () => {
      one.hasDotLeft = true
    }
    return transport.send(message, { beforeDot, signal: abort.signal })
  })
}
