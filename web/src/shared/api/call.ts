import type { RouteContract } from '@app/contracts/define.ts'
import { useAdminSession, useSession } from '../stores/session.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { nextCursor } from './next-cursor.ts'
import type { AnyInput, CallInput, Reply } from './route-types.ts'
import { fetchAnswer, sendForm } from './send.ts'
import { type Caller, tellUnauthorized } from './unauthorized.ts'

const tokenOf: Record<Caller, () => string | null> = {
  owner: () => useSession.getState().token,
  admin: () => useAdminSession.getState().token,
}

function askAs(caller: Caller) {
  return async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<{ reply: Reply<R>; next: string | undefined }> => {
    const { params, query, body, form, signal, onProgress }: AnyInput = input
    const token = tokenOf[caller]()
    const request = {
      method: route.method,
      url: addressOf(route.url, params, query),
      token,
      signal,
    }
    const answer = form ? await sendForm(request, form, onProgress) : await fetchAnswer(request, body)

    if (answer.status >= 200 && answer.status < 300) return { reply: answer.json as Reply<R>, next: nextCursor(answer.link) }
    if (answer.status === 401 && token && route.access !== 'public') tellUnauthorized(caller)
    throw new ApiError(answer.status, answer.json ?? {})
  }
}

const askAsOwner = askAs('owner')

/**
 * Calls a route of the contracts as the signed-in owner: `await call(getTask, { params: { id } })`.
 * Throws `ApiError` for every refusal and for no answer; an aborted `signal` throws its own reason.
 */
export const call = async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> =>
  (await askAsOwner(route, input)).reply

/** With the admin area's session, one page of a list: `next` is the cursor of the page behind it. */
export const adminCallPage = askAs('admin')

/** The same as `call` with the admin area's session. */
export const adminCall = async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> =>
  (await adminCallPage(route, input)).reply
