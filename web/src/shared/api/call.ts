import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { type Caller, sessions } from '../stores/session.ts'
import { lazyFile } from '../ui/lazy-part.tsx'
import { ApiError, noAnswer } from './api-error.ts'
import { keyFor, newTraceparent, releaseKey, retryUntilKnown } from './idempotency.ts'
import { whileSending } from './newer-build.ts'
import type { AnyInput, CallInput, Reply } from './route-types.ts'
import { type Answer, bearer, sendJson, urlOf } from './send.ts'
import type { sendForm as SendForm } from './send-form.ts'
import { reportUnauthorized } from './session-end.ts'

interface CallResult<R extends RouteContract> {
  reply: Reply<R>
  text: string
  next: string | undefined
  status: number
  header: (name: string) => string | null
}

/** The status code when the caller's cached copy is current. The response has no body. */
export const NOT_MODIFIED = 304

/** Loads the code that sends forms, and sends a form. If the code cannot be loaded, fails as if the server did not respond. */
async function sendForm(...request: Parameters<typeof SendForm>): Promise<Answer> {
  const sender = await formSender.load()
  if (!sender) throw noAnswer()
  return sender.sendForm(...request)
}

function callAs(caller: Caller) {
  async function attempt<R extends RouteContract>(route: R, input: AnyInput, ids: Record<string, string>): Promise<CallResult<R>> {
    const { params, query, body, form, signal, onProgress, knownTag, version } = input
    const { token } = sessions[caller].getState()
    const request = {
      method: route.method,
      url: urlOf(route.url, params, query),
      headers: {
        ...bearer(token),
        ...ids,
        ...(knownTag && { 'if-none-match': knownTag }),
        ...(version !== undefined && { [IF_MATCH]: ifMatchOf(version) }),
      },
      signal,
    }
    const answer = await (form ? sendForm(request, form, onProgress) : sendJson(request, body))
    const { status, json } = answer

    if ((status >= 200 && status < 300) || status === NOT_MODIFIED) return { ...answer, reply: json as Reply<R> }
    if (status === 401 && token && route.access !== 'public') reportUnauthorized(caller, token)
    throw new ApiError(status, json, answer.retryAfter)
  }

  /** Sends a call with an idempotency key, so that retries have no further effect. */
  async function attemptOnce<R extends RouteContract>(route: R, input: AnyInput, ids: Record<string, string>): Promise<CallResult<R>> {
    const target = `${caller} ${route.method} ${urlOf(route.url, input.params)}`
    const key = keyFor(target, [input.body, input.form, input.version])
    const result = await retryUntilKnown(() => attempt(route, input, { ...ids, [IDEMPOTENCY_KEY]: key }))
    releaseKey(target, key)
    return result
  }

  return <R extends RouteContract>(route: R, input: CallInput<R>): Promise<CallResult<R>> => {
    const ids = { traceparent: newTraceparent() }
    if (route.method === 'GET') return attempt(route, input, ids)
    return whileSending(() => (route.idempotent ? attemptOnce(route, input, ids) : attempt(route, input, ids)))
  }
}

/** Calls a route as the signed-in owner. Returns one page of a list with its cursor, headers and status. */
export const callPage = callAs('owner')

/**
 * Calls a route of the contracts as the signed-in owner: `await call(getTask, { params: { id } })`.
 * Throws `ApiError` for every error status and when there is no response. If `signal` is aborted, throws the signal's reason.
 */
export const call = async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> =>
  (await callPage(route, input)).reply

/** Like `call`, but sends `input.knownTag` as `If-None-Match`. `reply` is undefined if the server responds with 304 (`NOT_MODIFIED`). */
export const callUnlessKnown = <R extends RouteContract>(
  route: R,
  input: CallInput<R>,
): Promise<Pick<CallResult<R>, 'header'> & { reply: Reply<R> | undefined }> => callPage(route, input)

export const adminCallPage = callAs('admin')

export const adminCall = async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> =>
  (await adminCallPage(route, input)).reply

/** The code that sends forms. It is loaded on demand, because most visits of a page send no form. */
export const formSender = lazyFile(() => import('./send-form.ts'))
