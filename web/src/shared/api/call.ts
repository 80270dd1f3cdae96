import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { type Caller, sessions } from '../stores/session.ts'
import { ApiError } from './api-error.ts'
import { keyFor, releaseKey, retryUntilKnown } from './idempotency.ts'
import { newTraceparent } from './ids.ts'
import { whileSending } from './newer-build.ts'
import type { AnyInput, CallInput, Reply } from './route-types.ts'
import { addressOf, bearer, fetchAnswer, sendForm } from './send.ts'
import { tellUnauthorized } from './session-end.ts'

interface CallResult<R extends RouteContract> {
  reply: Reply<R>
  /** As it came: where the reply is no JSON, it is this. */
  text: string
  /** The cursor of the page behind it. */
  next: string | undefined
  status: number
  header: (name: string) => string | null
}

/** It is what the caller has already, by its `etag`: there is no reply. */
export const NOT_MODIFIED = 304

function askAs(caller: Caller) {
  async function attempt<R extends RouteContract>(route: R, input: AnyInput, ids: Record<string, string>): Promise<CallResult<R>> {
    const { params, query, body, form, signal, onProgress, knownTag } = input
    const { token } = sessions[caller].getState()
    const request = {
      method: route.method,
      url: addressOf(route.url, params, query),
      headers: {
        ...bearer(token),
        ...ids,
        ...(knownTag && { 'if-none-match': knownTag }),
      },
      signal,
    }
    const answer = form ? await sendForm(request, form, onProgress) : await fetchAnswer(request, body)
    const { status, json } = answer

    if ((status >= 200 && status < 300) || status === NOT_MODIFIED) return { ...answer, reply: json as Reply<R> }
    if (status === 401 && token && route.access !== 'public') tellUnauthorized(caller, token)
    throw new ApiError(status, json, answer.retryAfter)
  }

  /** What has an effect has it once, however often it has to be sent. */
  async function attemptOnce<R extends RouteContract>(route: R, input: AnyInput, ids: Record<string, string>): Promise<CallResult<R>> {
    const address = `${caller} ${route.method} ${addressOf(route.url, input.params)}`
    const key = keyFor(address, [input.body, input.form])
    const heard = await retryUntilKnown(() => attempt(route, input, { ...ids, [IDEMPOTENCY_KEY]: key }))
    releaseKey(address, key)
    return heard
  }

  return <R extends RouteContract>(route: R, input: CallInput<R>): Promise<CallResult<R>> => {
    const ids = { traceparent: newTraceparent() }
    if (route.method === 'GET') return attempt(route, input, ids)
    return whileSending(() => (route.idempotent ? attemptOnce(route, input, ids) : attempt(route, input, ids)))
  }
}

/** As the signed-in owner, one page of a list. */
export const callPage = askAs('owner')

/**
 * Calls a route of the contracts as the signed-in owner: `await call(getTask, { params: { id } })`.
 * Throws `ApiError` for every refusal and for no answer; an aborted `signal` throws its own reason.
 */
export const call = async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> =>
  (await callPage(route, input)).reply

/** The same for who may have the answer already, by its `etag`: no reply where that is the one still. */
export const callUnlessKnown = <R extends RouteContract>(
  route: R,
  input: CallInput<R>,
): Promise<Pick<CallResult<R>, 'header'> & { reply: Reply<R> | undefined }> => callPage(route, input)

/** With the admin area's session, one page of a list. */
export const adminCallPage = askAs('admin')

/** The same as `call` with the admin area's session. */
export const adminCall = async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> =>
  (await adminCallPage(route, input)).reply
