import type { RouteContract } from '@app/contracts/define.ts'
import { type Caller, sessions } from '../stores/session.ts'
import { ApiError, noAnswer } from './api-error.ts'
import { newTraceparent } from './idempotency.ts'
import { bearer, responseOf, urlOf } from './send.ts'
import { reportUnauthorized } from './session-end.ts'

interface Asked {
  params?: object
  query?: object
}

/** Returns the file with which a route responds. Without a timeout, because the file may be large. Throws `ApiError` like `call`. */
export async function download(caller: Caller, { url }: RouteContract, { params, query }: Asked): Promise<Blob> {
  const { token } = sessions[caller].getState()
  const headers = { ...bearer(token), traceparent: newTraceparent() }
  const { response, body } = await fetchFile(urlOf(url, params, query), headers)
  if (response.ok) return body
  const { status, json, retryAfter } = responseOf(response.status, await body.text(), (name) => response.headers.get(name))
  if (status === 401 && token) reportUnauthorized(caller, token)
  throw new ApiError(status, json, retryAfter)
}

async function fetchFile(url: string, headers: Record<string, string>): Promise<{ response: Response; body: Blob }> {
  try {
    const response = await fetch(url, { headers, cache: 'no-store' })
    return { response, body: await response.blob() }
  } catch {
    throw noAnswer()
  }
}
