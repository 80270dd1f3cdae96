import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { UNKNOWN_WAIT_MS } from '@app/chassis/work/outcome.ts'

/** Why a mail did not get there; the first word of its code in the ledger, before what the relay said. */
type Why =
  /** There is nobody at this address. */
  | 'address-refused'
  /** It may be full, or closed, or not be there. */
  | 'mailbox-refused'
  /** They want nothing from us. */
  | 'sender-refused'
  /** They don't want this one. */
  | 'mail-refused'
  /** A day of trying was not enough. */
  | 'given-up'
  /** It could not be made out of the compiled mail and the row of the spreadsheet. */
  | 'mail-not-made'

/** What a try makes of a row of the ledger. */
export interface Outcome {
  state: 'queued' | 'accepted' | 'failed' | 'suppressed' | 'unknown'
  code: string | null
  /** Until it is tried again. */
  waitMs: number
  /** Whether the try counts. */
  counts: boolean
  why?: Why
  /** The provider wants less. */
  slows?: boolean
}

/** The attempts before the current one. */
export interface PriorAttempts {
  attempts: number
  /** For a day and longer. */
  isOld: boolean
  maybeTwice: boolean
}

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** About us, not about whom it is for: policy and authentication, and our address (RFC 3463, RFC 7372). */
const ABOUT_US = /^5\.(7\.\d+|1\.[78])$/
const MAILBOX_FULL = '5.2.2'
/** About one mailbox: others at the same provider can do nothing for it. */
const ABOUT_MAILBOX = /^4\.2\./

const settled = (state: Outcome['state'], code: string | null): Outcome => ({ state, code, waitMs: 0, counts: true })
const failed = (why: Why, reason: string): Outcome => ({ ...settled('failed', `${why} ${reason}`), why })

/** Returns the outcome of a mail that is put back into the queue as if it had not been tried. */
export const releasedOutcome = (code: string | null, waitMs = 0): Outcome => ({ state: 'queued', code, waitMs, counts: false })

export const suppressed = (reason: string): Outcome => ({ ...settled('suppressed', reason), counts: false })

const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

function again(reason: string, { attempts, isOld }: PriorAttempts): Outcome {
  return isOld ? failed('given-up', reason) : { ...settled('queued', reason), waitMs: waitAfter(attempts) }
}

/** Tries of a mail that cannot be made. */
const UNMADE_TRIES = 3
const UNMADE_WAIT_MS = 60_000

/** Returns the outcome of a mail that could not be composed: a retry after a minute, and failed at the third time. */
export const notComposedOutcome = ({ attempts }: Pick<PriorAttempts, 'attempts'>, errorName: string): Outcome =>
  attempts >= UNMADE_TRIES ? failed('mail-not-made', errorName) : { ...settled('queued', 'mail-not-made'), waitMs: UNMADE_WAIT_MS }

export type RelayAway = Extract<Verdict, { kind: 'away' }>

/** Whether the relay itself is away, so that nothing can be said of any mail. */
export const isRelayAway = (verdict: Verdict): verdict is RelayAway => verdict.kind === 'away' && !verdict.answer

/** What a relay's verdict means for the mail. */
export function outcomeOf(verdict: Verdict, tried: PriorAttempts): Outcome {
  if (verdict.kind === 'accepted') return settled('accepted', null)
  if (verdict.kind === 'unknown') {
    // Sent twice at most.
    return tried.maybeTwice ? settled('failed', 'unknown') : { ...settled('unknown', verdict.reason), waitMs: UNKNOWN_WAIT_MS }
  }
  if (verdict.kind === 'lost') return again(verdict.reason, tried)
  const { answer, reason } = verdict
  if (!answer) return verdict.kind === 'away' ? releasedOutcome(reason) : failed('mail-refused', reason)
  const { status, enhanced, command } = answer
  const said = [status, enhanced].filter(Boolean).join(' ')
  if (status < 500 || status === 503) return { ...again(said, tried), slows: !ABOUT_MAILBOX.test(enhanced) }
  if (ABOUT_US.test(enhanced) || command === 'MAIL FROM') return failed('sender-refused', said)
  const isBare = status === 550 && !enhanced
  if (isBare || enhanced === MAILBOX_FULL) return failed('mailbox-refused', said)
  const isAboutAddress = verdict.kind === 'refused' && (!enhanced || /^5\.[12]\./.test(enhanced)) && enhanced !== '5.2.3'
  return failed(isAboutAddress ? 'address-refused' : 'mail-refused', said)
}
