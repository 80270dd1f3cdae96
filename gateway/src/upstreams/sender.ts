import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@app/chassis/http/errors.ts'
import { activeContext } from '@app/chassis/logging/context.ts'
import { inSpan } from '@app/chassis/tracing/span.ts'
import { traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import type { NewSpan } from '@app/chassis/tracing/tracer.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { createCallerQueue, createConcurrencyLimit } from './concurrency-limit.ts'
import type { UpstreamRequest, UpstreamResponse } from './exchange.ts'
import { failureOf, refusalOf, serviceAway } from './failure.ts'
import { connectionsMax, type Replica, type TrafficClass } from './replica.ts'
import type { Replicas } from './replicas.ts'

const RETRY_DELAY_MS = 50
/** During a rollout, two replicas may fail one after the other. A third failure has another cause. */
const ATTEMPTS_MAX = 3

/** Sends a request to one of the replicas. Rejects with the error for the client. */
export type Sender = (sending: UpstreamRequest) => Promise<UpstreamResponse>

interface SenderOptions {
  replicas: Replicas
  trafficClass: TrafficClass
  /** Requests with these methods are retried even if the service may have processed the first attempt. */
  idempotentMethods: ReadonlySet<string>
}

/** Reads the body only when the connection is established. If a replica is unavailable, the body can be sent to another replica. */
const lazily = (body: Readable): Readable => Readable.from(body, { objectMode: false })

const spanOf = (method: string, { origin }: Replica): NewSpan => ({
  name: method,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': new URL(origin).host },
})

/** Makes the current span the parent of the service's span. Requests to the store have no `traceparent` header and stay unchanged. */
function setTraceparent(headers: UpstreamRequest['headers']): void {
  const trace = activeContext()?.trace
  if (trace && headers.traceparent !== undefined) headers.traceparent = traceparentOf(trace)
}

/**
 * Creates the sender of a traffic class. If a request did not reach its replica, it is sent to another replica. After a lost connection, a
 * request is retried if it is idempotent or has an idempotency key. A request with a streamed body is not retried in this case.
 */
export function createSender({ replicas, trafficClass, idempotentMethods }: SenderOptions): Sender {
  const limit = createConcurrencyLimit(() => Math.max(1, replicas.inUse()) * connectionsMax[trafficClass])
  const callers = trafficClass === 'calls' ? createCallerQueue() : undefined

  /** Waits until the caller and the service have room for another request. Returns the function that ends the request. */
  async function acquire(): Promise<() => void> {
    const leave = await callers?.enter(activeContext()?.caller)
    try {
      await limit.acquire()
    } catch (error) {
      leave?.()
      throw error
    }
    return () => {
      limit.release()
      leave?.()
    }
  }

  async function tryReplicas(sending: UpstreamRequest): Promise<UpstreamResponse> {
    const { method, headers, body } = sending
    const isIdempotent = idempotentMethods.has(method)
    const isKeyed = headers[IDEMPOTENCY_KEY] !== undefined
    const isStream = body instanceof Readable
    const tried = new Set<Replica>()
    let hasReached = false
    for (;;) {
      const release = await acquire().catch((busy: unknown) => {
        // If all connections are busy at a retry, the outcome is unknown, because the first attempt may have succeeded.
        throw hasReached ? refusalOf({ failure: 'cut', isIdempotent, isKeyed, hasReached, cause: busy }) : busy
      })
      const replica = replicas.pick(trafficClass, tried)
      if (!replica) {
        release()
        throw serviceAway()
      }
      try {
        return await inSpan(
          () => spanOf(method, replica),
          () => {
            setTraceparent(headers)
            return replica.request(trafficClass, isStream ? { ...sending, body: lazily(body) } : sending, release)
          },
        )
      } catch (cause) {
        // An `AppError` means that the gateway rejected the body or that the client disconnected.
        if (cause instanceof AppError) throw cause
        const failure = failureOf(cause)
        if (failure === 'unsent') replica.isUp = false
        else hasReached = true
        const isRepeatable = failure === 'unsent' || (failure === 'cut' && (isIdempotent || isKeyed) && !isStream)
        const isLast = !isRepeatable || tried.size + 1 >= Math.min(ATTEMPTS_MAX, replicas.count() + 1)
        if (isLast) throw refusalOf({ failure, isIdempotent, isKeyed, hasReached, cause })
        if (tried.size + 1 >= replicas.count()) await sleep(RETRY_DELAY_MS)
        tried.add(replica)
      }
    }
  }

  return async (sending) => {
    try {
      return await tryReplicas(sending)
    } catch (error) {
      // The gateway reads and discards the rest of a destroyed body, so that the client can finish its upload and receive the error.
      if (sending.body instanceof Readable) sending.body.destroy()
      throw error
    }
  }
}
