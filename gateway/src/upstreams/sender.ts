import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { activeContext } from '@app/chassis/context.ts'
import { AppError } from '@app/chassis/errors.ts'
import { inSpan } from '@app/chassis/tracing/span.ts'
import { traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import type { NewSpan } from '@app/chassis/tracing/tracer.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { Answer, Sending } from './exchange.ts'
import { failureOf, refusalOf, serviceAway } from './failure.ts'
import { connectionsMax, type Replica, type TrafficClass } from './replica.ts'
import type { Replicas } from './replicas.ts'

const RETRY_DELAY_MS = 50
/** Two replicas may fail one after the other in a rollout; more is no accident. */
const MOST_TRIES = 3

/** Sends one request to whichever replica takes it. Rejects with what its caller is to be told. */
export type Sender = (sending: Sending) => Promise<Answer>

interface SenderOptions {
  replicas: Replicas
  trafficClass: TrafficClass
  /** Methods that may be repeated whatever became of the first try. */
  harmless: ReadonlySet<string>
}

/**
 * A body that is only touched when a connection is there to send it on, so that a replica that is away does not spoil it
 * for the next one.
 */
const untouched = (body: Readable): Readable => Readable.from(body, { objectMode: false })

const spanOf = (method: string, { origin }: Replica): NewSpan => ({
  name: method,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': new URL(origin).host },
})

/** A service hears under which span it is asked; the store is told nothing of it. */
function nameSpan(headers: Sending['headers']): void {
  const trace = activeContext()?.trace
  if (trace && headers.traceparent !== undefined) headers.traceparent = traceparentOf(trace)
}

/**
 * Sends requests of one class. One that surely reached nobody is tried at another replica. One that was cut off is tried
 * again where that is harmless, or has its effect once by its idempotency key, and its body is still there.
 */
export function createSender({ replicas, trafficClass, harmless }: SenderOptions): Sender {
  const limit = createConcurrencyLimit(() => Math.max(1, replicas.inUse()) * connectionsMax[trafficClass])

  async function tryReplicas(sending: Sending): Promise<Answer> {
    const { method, headers, body } = sending
    const isHarmless = harmless.has(method)
    const isKeyed = headers[IDEMPOTENCY_KEY] !== undefined
    const isStream = body instanceof Readable
    const tried = new Set<Replica>()
    let hasReached = false
    for (;;) {
      await limit.acquire().catch((busy: unknown) => {
        // At a further try it may have been done already.
        throw hasReached ? refusalOf({ failure: 'cut', isHarmless, isKeyed, hasReached, cause: busy }) : busy
      })
      const replica = replicas.pick(trafficClass, tried)
      if (!replica) {
        limit.release()
        throw serviceAway()
      }
      try {
        return await inSpan(
          () => spanOf(method, replica),
          () => {
            nameSpan(headers)
            return replica.request(trafficClass, isStream ? { ...sending, body: untouched(body) } : sending, limit.release)
          },
        )
      } catch (cause) {
        // Our own refusal of the body, or its sender left.
        if (cause instanceof AppError) throw cause
        const failure = failureOf(cause)
        if (failure === 'unsent') replica.isUp = false
        else hasReached = true
        const isRepeatable = failure === 'unsent' || (failure === 'cut' && (isHarmless || isKeyed) && !isStream)
        const isLast = !isRepeatable || tried.size + 1 >= Math.min(MOST_TRIES, replicas.count() + 1)
        if (isLast) throw refusalOf({ failure, isHarmless, isKeyed, hasReached, cause })
        if (tried.size + 1 >= replicas.count()) await sleep(RETRY_DELAY_MS)
        tried.add(replica)
      }
    }
  }

  return async (sending) => {
    try {
      return await tryReplicas(sending)
    } catch (error) {
      // Nobody reads it any more; whoever sends it is read to the end all the same.
      if (sending.body instanceof Readable) sending.body.destroy()
      throw error
    }
  }
}
