import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { UNKNOWN_WAIT_MS } from '@app/chassis/work/outcome.ts'

/** Why an email failed. The ledger's code starts with this word, followed by the mail relay's response. */
type Why =
  /** The mailbox does not exist. */
  | 'address-refused'
  /** The mailbox is full or closed, or may not exist. */
  | 'mailbox-refused'
  /** The provider refuses our domain or IP address. */
  | 'sender-refused'
  /** The provider refuses this email. */
  | 'mail-refused'
  /** The mail relay reported temporary errors for more than a day. */
  | 'given-up'
  /** The recipient's values could not be inserted into the dispatch's prepared email (`CompiledMail`). */
  | 'mail-not-made'

/** How a send attempt changes a row of the ledger. */
export interface Outcome {
  state: 'queued' | 'accepted' | 'failed' | 'suppressed' | 'unknown'
  code: string | null
  /** Milliseconds until the next attempt. */
  waitMs: number
  /** Whether this attempt counts in `attempts`. */
  counts: boolean
  why?: Why
  /** Whether the provider asked for a lower rate. */
  slows?: boolean
}

export interface PriorAttempts {
  attempts: number
  /** Whether the first attempt was more than a day ago. */
  isOld: boolean
  maybeTwice: boolean
}

const FIRST_WAIT_MS = 60_000
const MAX_WAIT_MS = 3_600_000
/** Status codes that refuse our domain, IP address or sender address: policy, authentication, sender (RFC 3463, RFC 7372). */
const ABOUT_US = /^5\.(7\.\d+|1\.[78])$/
const MAILBOX_FULL = '5.2.2'
/** Status codes about one mailbox. They do not slow down emails to other mailboxes of the provider. */
const ABOUT_MAILBOX = /^4\.2\./

const settled = (state: Outcome['state'], code: string | null): Outcome => ({ state, code, waitMs: 0, counts: true })
const failed = (why: Why, reason: string): Outcome => ({ ...settled('failed', `${why} ${reason}`), why })

/** Returns an outcome that puts an email back into the queue without counting the attempt. */
export const releasedOutcome = (code: string | null, waitMs = 0): Outcome => ({ state: 'queued', code, waitMs, counts: false })

export const suppressed = (reason: string): Outcome => ({ ...settled('suppressed', reason), counts: false })

const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS)

function retryOrGiveUp(reason: string, { attempts, isOld }: PriorAttempts): Outcome {
  return isOld ? failed('given-up', reason) : { ...settled('queued', reason), waitMs: waitAfter(attempts) }
}

/** Maximum attempts to compose an email before it fails. */
const MAX_UNMADE_ATTEMPTS = 3
const UNMADE_WAIT_MS = 60_000

export const notComposedOutcome = ({ attempts }: Pick<PriorAttempts, 'attempts'>, errorName: string): Outcome =>
  attempts >= MAX_UNMADE_ATTEMPTS ? failed('mail-not-made', errorName) : { ...settled('queued', 'mail-not-made'), waitMs: UNMADE_WAIT_MS }

export type RelayUnavailable = Extract<Verdict, { kind: 'away' }>

/** Whether no session with the mail relay could be opened. This affects all emails, not only the email that was being sent. */
export const isRelayUnavailable = (verdict: Verdict): verdict is RelayUnavailable => verdict.kind === 'away' && !verdict.answer

export function outcomeOf(verdict: Verdict, prior: PriorAttempts): Outcome {
  if (verdict.kind === 'accepted') return settled('accepted', null)
  if (verdict.kind === 'unknown') {
    // An email whose outcome stays unknown is sent at most twice.
    return prior.maybeTwice ? settled('failed', 'unknown') : { ...settled('unknown', verdict.reason), waitMs: UNKNOWN_WAIT_MS }
  }
  if (verdict.kind === 'lost') return retryOrGiveUp(verdict.reason, prior)
  const { answer, reason } = verdict
  if (!answer) return verdict.kind === 'away' ? releasedOutcome(reason) : failed('mail-refused', reason)
  const { status, enhanced, command } = answer
  const response = [status, enhanced].filter(Boolean).join(' ')
  if (status < 500 || status === 503) return { ...retryOrGiveUp(response, prior), slows: !ABOUT_MAILBOX.test(enhanced) }
  if (ABOUT_US.test(enhanced) || command === 'MAIL FROM') return failed('sender-refused', response)
  const isBare = status === 550 && !enhanced
  if (isBare || enhanced === MAILBOX_FULL) return failed('mailbox-refused', response)
  const isAboutAddress = verdict.kind === 'refused' && (!enhanced || /^5\.[12]\./.test(enhanced)) && enhanced !== '5.2.3'
  return failed(isAboutAddress ? 'address-refused' : 'mail-refused', response)
}
