import type { RouteContract } from '@app/contracts/define.ts'
import { useAdminSession, useSession } from '../stores/session.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'
import type { AnyInput, CallInput, Reply } from './route-types.ts'
import { fetchAnswer, sendForm } from './send.ts'
import { type Caller, tellUnauthorized } from './unauthorized.ts'

const tokenOf: Record<Caller, () => string | null> = {
  owner: () => useSession.getState().token,
  admin: () => useAdminSession.getState().token,
}

function callAs(caller: Caller) {
  return async <R extends RouteContract>(route: R, input: CallInput<R>): Promise<Reply<R>> => {
    const { params, query, body, form, signal, onProgress }: AnyInput = input
    const token = tokenOf[caller]()
    const request = {
      method: route.method,
      url: addressOf(route.url, params, query),
      token,
      signal,
    }
    const answer = form ? await sendForm(request, form, onProgress) : await fetchAnswer(request, body)

    if (answer.status >= 200 && answer.status < 300) return answer.json as Reply<R>
    if (answer.status === 401 && token && route.access !== 'public') tellUnauthorized(caller)
    throw new ApiError(answer.status, answer.json ?? {})
  }
}

/**
 * Calls a route of the contracts as the signed-in owner: `await call(getTask, { params: { id } })`.
 * Throws `ApiError` for every refusal and for no answer; an aborted `signal` throws its own reason.
 */
export const call = callAs('owner')

/** The same with the admin area's session. */
export const adminCall = callAs('admin')
