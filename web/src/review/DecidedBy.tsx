import type { Review } from '@app/contracts/http/reviews.ts'
import { Time } from '../shared/ui/Time.tsx'
import { Address } from './content.tsx'

interface DecidedByProps {
  decision: NonNullable<Review['decision']>
  previewNo: number | null | undefined
}

const did = { approve: 'was approved', 'refer-back': 'was referred back' } as const

/**
 * A sentence about who decided, and when. After a decision through a link, the sentence contains the address to which the link was sent:
 * links can be forwarded, so the person is unknown.
 */
export const DecidedBy = ({ decision: { kind, channel, sentTo, decidedAt }, previewNo }: DecidedByProps) => (
  <>
    {previewNo ? `Version ${previewNo}` : 'This version'} {did[kind]}{' '}
    {channel === 'portal' ? (
      'in the portal'
    ) : sentTo ? (
      <>
        through the link sent to <Address>{sentTo}</Address>
      </>
    ) : (
      'through a link'
    )}{' '}
    on <Time value={decidedAt} full clock />.
  </>
)
