import { pickFrom, randomOf } from '../faults/fuzz/worst-cases.ts'
import type { Profile } from './scan.ts'

/**
 * How the person decides, or how the link ends before the person decides, and the number of such links among the 20 links of a company.
 * People request a new link only in place of a replaced or expired link, so at most three for each company. An owner may request more in an
 * hour (`LIMIT_OF_RECIPIENT` in `services/tasks/src/reviews/resend-review.ts`).
 */
const DECK = { approve: 9, 'approve by keyboard': 3, 'refer back': 3, replaced: 2, expired: 1, 'decided in the portal': 2 }
export type Intent = keyof typeof DECK

/** Everything about a link that the seed decides. */
export interface Plan {
  intent: Intent
  order: 'scanner first' | 'person first' | 'together'
  /** Whether a person opens the link in a browser. For all other links, the command only requests the page and its data once. */
  isSampled: boolean
  /** For intents that end the link: true if the link ends before the scanner's visit, false if it ends just before the person's visit. */
  endsFirst: boolean
  /** Seconds from the delivery of the email to the scanner's visit. */
  scannedAfter: number
  /** Seconds from the scanner's visit to the person's visit. */
  personAfter: number
  random: () => number
}

const LONGEST_WAIT_SECONDS = 86_400

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const ordered = items.map((item) => ({ item, order: random() }))
  return ordered.sort((one, other) => one.order - other.order).map(({ item }) => item)
}

function orderFor({ isAtClick }: Profile, isSampled: boolean, random: () => number): Plan['order'] {
  if (isAtClick || !isSampled) return 'scanner first'
  return pickFrom(['person first', 'together', ...Array<Plan['order']>(4).fill('scanner first')] as const, random)
}

/** Returns the plans of `count` links for one kind of scanner. The same seed results in the same plans. */
export function plansFor(profile: Profile, count: number, sample: number, seed: number): Plan[] {
  const random = randomOf(seed)
  const deck = Object.entries(DECK).flatMap(([intent, links]) => Array<Intent>(links).fill(intent as Intent))
  const dealt = Array.from({ length: Math.ceil(count / deck.length) }, () => shuffled(deck, random)).flat()
  const sampled = new Set(shuffled([...Array(count).keys()], random).slice(0, sample))
  const [earliest, latest] = profile.arrives
  return dealt.slice(0, count).map((intent, at) => {
    const isSampled = sampled.has(at)
    return {
      intent,
      isSampled,
      order: orderFor(profile, isSampled, random),
      endsFirst: random() < 0.25,
      scannedAfter: earliest + random() * (latest - earliest),
      // Half of all people visit the link within five minutes after the scanner.
      personAfter: profile.isAtClick ? 0 : LONGEST_WAIT_SECONDS ** random(),
      random: randomOf(Math.floor(random() * 2 ** 32)),
    }
  })
}
