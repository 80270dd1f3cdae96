import type { ServiceName } from '@app/contracts/define.ts'
import { IDEMPOTENCY_REPLAYED } from '@app/contracts/rules/idempotency.ts'
import { ownRoutes } from '@app/contracts/surface.ts'
import type { App } from '../http/app.ts'

export interface SentRequest {
  method: 'POST' | 'PUT' | 'DELETE'
  url: string
  payload?: object | Buffer
  headers?: Record<string, string>
}

/** Ids of a service's own routes that accept an `Idempotency-Key`. Routes that are the same in all services are tested elsewhere. */
export const routesWithKeys = (service: ServiceName): string[] =>
  ownRoutes.filter((route) => route.service === service && route.idempotent).map(({ id }) => id)

/** Sends a request three times with the same key, the first two concurrently. Returns the distinct responses and counts the replays. */
export async function sendThreeTimes(app: App, request: SentRequest): Promise<{ answers: string[]; replayed: number }> {
  const headers = { ...request.headers, 'idempotency-key': crypto.randomUUID() }
  const send = () => app.inject({ ...request, headers })
  const replies = [...(await Promise.all([send(), send()])), await send()]
  return {
    answers: [...new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`))],
    replayed: replies.filter((reply) => reply.headers[IDEMPOTENCY_REPLAYED]).length,
  }
}
