import type { RouteContract } from '@app/contracts/define.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { keyFor, newTraceparent, releaseKey, retryUntilKnown } from '../shared/api/idempotency.ts'
import { whileSending } from '../shared/api/newer-build.ts'
import type { CallInput, Reply } from '../shared/api/route-types.ts'
import { sendJson, urlOf } from '../shared/api/send.ts'
import { sendForm } from '../shared/api/send-form.ts'

/** The token at the end of the URL: `/review/<token>` for a review link, `/review/invitation/<token>` for an invitation. */
const token = (): string => window.location.pathname.split('/').findLast(Boolean) ?? ''

type ReviewInput<R extends RouteContract> = Omit<CallInput<R>, 'params'> & { params?: object }

/**
 * Calls a route of the review link, or of the invitation. `params` are its parameters beside the token. Throws `ApiError`. Never sends the
 * bearer token of a signed-in user, because a decision on this page is recorded as made through the link.
 */
export const callReview = async <R extends RouteContract>(route: R, input: ReviewInput<R>): Promise<Reply<R>> =>
  (await callReviewPage(route, input)).reply

/** Like `callReview`, but returns one page of a list with the cursor of the next page. */
export function callReviewPage<R extends RouteContract>(
  route: R,
  input: ReviewInput<R>,
): Promise<{ reply: Reply<R>; next: string | undefined }> {
  const { params, query, body, form, signal, onProgress } = input
  const { method } = route
  const url = urlOf(route.url, { ...params, token: token() }, query)

  async function attempt(headers: Record<string, string>) {
    const request = { method, url, headers: { traceparent: newTraceparent(), ...headers }, signal }
    const { status, json, retryAfter, next } = form ? await sendForm(request, form, onProgress) : await sendJson(request, body)
    if (status >= 200 && status < 300) return { reply: json as Reply<R>, next }
    throw new ApiError(status, json, retryAfter)
  }

  /** Sends a call with an idempotency key, so that retries have no further effect. */
  async function attemptOnce() {
    const target = `${method} ${url}`
    const key = keyFor(target, [body, form])
    const result = await retryUntilKnown(() => attempt({ [IDEMPOTENCY_KEY]: key }))
    releaseKey(target, key)
    return result
  }

  return whileSending(() => (route.idempotent ? attemptOnce() : attempt({})))
}

/** Returns the review in an error. The server sends it if a link has ended (410) or if its preview is in another state (409). */
export const reviewIn = (error: unknown): Review | undefined =>
  error instanceof ApiError ? (error.details as { review?: Review }).review : undefined
