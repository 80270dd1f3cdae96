import type { RouteContract } from '@app/contracts/define.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { newTraceparent } from '../shared/api/ids.ts'
import { whileSending } from '../shared/api/newer-build.ts'
import type { CallInput, Reply } from '../shared/api/route-types.ts'
import { sendForm, sendJson, urlOf } from '../shared/api/send.ts'

/** The token of the review link: `/review/<token>`. */
const token = (): string => window.location.pathname.split('/')[2] ?? ''

/**
 * Calls a route of the review link. Throws `ApiError`. Never sends the bearer token of a signed-in user, because a decision on this page is
 * recorded as made through the link.
 */
export function callReview<R extends RouteContract>(route: R, input: Omit<CallInput<R>, 'params'>): Promise<Reply<R>> {
  const { body, form, signal, onProgress } = input
  const { method } = route
  const request = { method, url: urlOf(route.url, { token: token() }), headers: { traceparent: newTraceparent() }, signal }
  return whileSending(async () => {
    const { status, json, retryAfter } = form ? await sendForm(request, form, onProgress) : await sendJson(request, body)
    if (status >= 200 && status < 300) return json as Reply<R>
    throw new ApiError(status, json, retryAfter)
  })
}

/** Returns the review in an error. The server sends it if a link has ended (410) or if its preview is in another state (409). */
export const reviewIn = (error: unknown): Review | undefined =>
  error instanceof ApiError ? (error.details as { review?: Review }).review : undefined
