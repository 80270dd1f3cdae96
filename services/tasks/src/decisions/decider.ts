import type { RecipientKind } from '@app/contracts/rules/reviews.ts'
import type { BotSignal } from './bot-signals.ts'

/** The review link through which a decision was made. */
interface UsedLink {
  id: string
  recipientKind: RecipientKind
  recipientId: string
  email: string
  /** The name of the colleague who got the link. Null for the owner. */
  colleagueName: string | null
}

/** Who decides: an owner in the portal, or the unknown person who has a review link. */
export type Decider = { channel: 'portal'; userId: string } | { channel: 'review-link'; link: UsedLink; signs: readonly BotSignal[] }

/** Whether a machine may have made the decision. */
export const hasSigns = (decider: Decider): boolean => decider.channel === 'review-link' && decider.signs.length > 0
