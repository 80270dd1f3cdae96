import { isRobot } from '@app/chassis/http/is-robot.ts'
import { HOLD_MS } from '@app/contracts/rules/reviews.ts'

/**
 * A signal of a bot: an observation which suggests that the decision through a review link was made by a machine, such as a mail scanner.
 */
export type BotSignal = 'early' | 'no-interaction' | 'short-press' | 'automated' | 'headless' | 'several-addresses' | 'not-opened'

/** Observations that the page of a review link made before the decision. */
export interface Interaction {
  pointerOrKey: boolean
  heldMs: number
  automated: boolean
}

interface Observed {
  /** Whether the mail relay accepted the email with the link less than ten seconds ago, or has not accepted it yet. */
  isEarly: boolean
  /** Whether several other clients opened the link at almost the same time as the client that decides. */
  hasSeveralClients: boolean
  /** Whether a browser has loaded the page of the link: the script of the page has requested the content. */
  isOpened: boolean
  userAgent: string
  interaction: Interaction | undefined
}

/**
 * Whether the button on the review page was released too early. A recipient who cannot hold the button can instead type a number that the
 * page shows. In this case, `heldMs` is 0.
 */
const isShortPress = ({ heldMs, pointerOrKey }: Interaction): boolean => heldMs < HOLD_MS && !(heldMs === 0 && pointerOrKey)

/** Returns the signals of a bot in a decision. If there are no signals, a person almost certainly made the decision. */
export function botSignalsOf({ isEarly, hasSeveralClients, isOpened, userAgent, interaction }: Observed): BotSignal[] {
  const found: Readonly<Record<BotSignal, boolean>> = {
    early: isEarly,
    'no-interaction': !interaction?.pointerOrKey,
    'short-press': interaction !== undefined && isShortPress(interaction),
    automated: interaction?.automated ?? false,
    headless: isRobot(userAgent),
    'several-addresses': hasSeveralClients,
    'not-opened': !isOpened,
  }
  return (Object.keys(found) as BotSignal[]).filter((signal) => found[signal])
}
