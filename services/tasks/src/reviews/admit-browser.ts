import { AppError } from '@app/chassis/http/errors.ts'
import { tooManyAttempts, tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReviewCodeRequested } from '@app/contracts/events/tasks.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { browserCookie, isKnownBrowser } from './browser-cookie.ts'
import { clientHash } from './client-hash.ts'
import { addClient, countCodeAttempt, deleteCode, ensureCode, findCode, mayTry } from './review-code.repository.ts'
import type { ReviewLink } from './review-link.repository.ts'
import { type LockedSubject, requireOpen, withLockedReview } from './with-review.ts'

/**
 * Limits of the emails with codes: for each client and recipient, and for each recipient. Both allow a further email before a code expires
 * (15 minutes). So if an email is refused, an earlier email contains a valid code, and a stranger cannot keep the owner from getting one.
 */
const MAILS_OF_CLIENT = { count: 5, seconds: 3_600 }
const MAILS_OF_RECIPIENT = { count: 10, seconds: 3_600 }

/** Values that identify the browser of a decision. */
export interface Browser {
  /** The header `Cookie`. */
  cookies: string
  ip: string
  /** The code that the recipient of the link got by email, because the company requires a code in a new browser. */
  code: string | undefined
}

/** `admitted`: the browser may send a decision. The response sets `cookie`, so that later decisions in this browser need no code. */
type Admission = { kind: 'admitted'; cookie?: string } | { kind: 'refused'; error: AppError }

const refused = (code: string, message: string): Admission => ({
  kind: 'refused',
  error: new AppError(code, 'refused', message, { errors: [{ field: 'code', message }] }),
})

/**
 * Requests an email with a code for the recipient. If the previous code is still valid, the email contains this code again. Above a limit,
 * no email is sent if an earlier email contains the valid code. Returns the message for the client.
 */
async function sendCode(trx: Transaction<Tables>, { link, task }: { link: ReviewLink; task: LockedTask }, client: string): Promise<string> {
  const { id, recipientKind, recipientId, email } = link
  const code = await ensureCode(trx, recipientId, client)
  if (!mayTry(code, client)) throw tooManyAttempts((Date.parse(code.expiresAt) - Date.now()) / 1_000)
  const key = `review-code:${recipientId}`
  const now = new Date()
  const wait =
    (await tryConsumeLimit(trx, { key: `${key}:${client}`, limit: MAILS_OF_CLIENT, now })) ||
    (await tryConsumeLimit(trx, { key, limit: MAILS_OF_RECIPIENT, now }))
  if (wait > 0) {
    if (Object.keys(code.clients).length === 0) throw tooManyAttempts(wait)
    return `We already sent a code to ${maskEmail(email)}. Please enter the code from our newest email to continue.`
  }
  await addClient(trx, code.id, client)
  const data = { codeId: code.id, companyProfileId: task.companyProfileId, reviewLink: { id, recipientKind, recipientId } }
  await addEvent(trx, ReviewCodeRequested, { aggregateId: id, version: 1, data })
  return `We sent a code to ${maskEmail(email)}. Please enter it to continue.`
}

/** Admits every browser, unless the company requires a code from a new browser. */
async function admit(trx: Transaction<Tables>, deps: TasksDeps, subject: LockedSubject, browser: Browser): Promise<Admission> {
  const { link, company } = subject
  const { cookies, code, ip } = browser
  if (!company.codeForNewBrowser || isKnownBrowser(deps, link.recipientId, cookies)) return { kind: 'admitted' }
  const client = clientHash(deps, link.recipientId, ip)
  if (code === undefined) {
    const message = await sendCode(trx, subject, client)
    return { kind: 'refused', error: new AppError('code-required', 'forbidden', message) }
  }
  const expected = await findCode(trx, link.recipientId)
  if (!expected || !mayTry(expected, client)) return refused('code-expired', 'This code is no longer valid. Please request a new one.')
  if (!deps.reviewKeys.isCodeOf('browser-code', expected.id, code)) {
    await countCodeAttempt(trx, expected, client)
    return refused('code-wrong', 'This code is not correct. Please look at the email again.')
  }
  await deleteCode(trx, expected.id)
  return { kind: 'admitted', cookie: browserCookie(deps, link.recipientId) }
}

interface Decided {
  review: Review
  /** The header `Set-Cookie` of the response. */
  cookie?: string
}

/**
 * Runs a decision through a review link in a transaction that locks the task. Throws if the state of the link is not `open`. If a required
 * code is missing or wrong, the decision fails. But the transaction commits, because it stores the new code or counts the failed attempt.
 */
export async function decideInBrowser(
  deps: TasksDeps,
  token: string,
  previewNo: number,
  browser: Browser,
  decide: (trx: Transaction<Tables>, subject: LockedSubject) => Promise<Review>,
): Promise<Decided> {
  const outcome = await withLockedReview(deps, token, async (trx, subject) => {
    await requireOpen(trx, deps, subject, previewNo)
    const admission = await admit(trx, deps, subject, browser)
    return admission.kind === 'refused'
      ? admission
      : { kind: 'decided' as const, review: await decide(trx, subject), cookie: admission.cookie }
  })
  if (outcome.kind === 'refused') throw outcome.error
  return outcome
}
