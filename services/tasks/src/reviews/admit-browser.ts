import { AppError } from '@app/chassis/errors.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReviewCodeRequested } from '@app/contracts/events/tasks.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { browserCookie, isKnownBrowser } from './browser-cookie.ts'
import { countCodeAttempt, deleteCode, ensureCode, findCode } from './review-code.repository.ts'
import type { ReviewLink } from './review-link.repository.ts'
import { type LockedSubject, requireOpen, withLockedReview } from './with-review.ts'

const MAILS = { count: 5, seconds: 3_600 }

/** Values that identify the browser of a decision. */
export interface Browser {
  /** The header `Cookie`. */
  cookies: string
  /** The code that the recipient of the link got by email, because the company requires a code in a new browser. */
  code: string | undefined
}

/** `admitted`: the browser may send a decision. The response sets `cookie`, so that later decisions in this browser need no code. */
type Admission = { kind: 'admitted'; cookie?: string } | { kind: 'refused'; error: AppError }

const refused = (code: string, message: string): Admission => ({
  kind: 'refused',
  error: new AppError(code, 'refused', message, { errors: [{ field: 'code', message }] }),
})

/** Requests an email with a code for the recipient. If the previous code is still valid, the email contains this code again. */
async function sendCode(trx: Transaction<Tables>, deps: TasksDeps, { id, recipientKind, recipientId, email }: ReviewLink): Promise<void> {
  await consumeLimit(trx, { key: `review-code:${recipientId}`, limit: MAILS, now: new Date() })
  await ensureCode(trx, recipientId)
  const code = await findCode(trx, recipientId)
  if (!code) throw new Error('The code of the recipient was not stored')
  const reviewLink = { id, recipientKind, recipientId }
  const data = { reviewLink, email, code: deps.reviewKeys.codeOf('browser-code', code.id), expiresAt: code.expiresAt }
  await addEvent(trx, ReviewCodeRequested, { aggregateId: id, version: 1, data })
}

/** Admits every browser, unless the company requires a code from a new browser. */
async function admit(trx: Transaction<Tables>, deps: TasksDeps, subject: LockedSubject, { cookies, code }: Browser): Promise<Admission> {
  const { link, company } = subject
  if (!company.codeForNewBrowser || isKnownBrowser(deps, link.recipientId, cookies)) return { kind: 'admitted' }
  if (code === undefined) {
    await sendCode(trx, deps, link)
    const message = `We sent a code to ${maskEmail(link.email)}. Please enter it to continue.`
    return { kind: 'refused', error: new AppError('code-required', 'forbidden', message) }
  }
  const expected = await findCode(trx, link.recipientId)
  if (!expected) return refused('code-expired', 'This code is no longer valid. Please request a new one.')
  if (!deps.reviewKeys.isCodeOf('browser-code', expected.id, code)) {
    await countCodeAttempt(trx, expected.id)
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
