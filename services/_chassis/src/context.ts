import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '@app/contracts/http/identity.ts'
import type { TraceContext } from './tracing/trace-context.ts'
import type { Tracer } from './tracing/tracer.ts'

/** Context of a request or of the handling of an event. Its ids connect the log lines, calls and events that belong together. */
export interface Context {
  correlationId: string
  /** Id of the event that caused this work; absent if no event caused it. */
  causationId?: string
  /** Trace id and parent span of new spans. */
  trace?: TraceContext
  /** Records spans; absent if tracing is off. */
  tracer?: Tracer
  /** The signed-in user of the request that caused this work; absent on public routes and in background jobs. */
  actor?: { id: string; role: Role }
}

const storage = new AsyncLocalStorage<Context>()

export const runInContext = <T>(context: Context, work: () => T): T => storage.run(context, work)

/** Returns the context of the running request or event, or undefined outside of both. */
export const activeContext = (): Context | undefined => storage.getStore()

/** Returns the context of the running request or event. Outside of both, such as at start-up, returns a new context. */
export const currentContext = (): Context => activeContext() ?? { correlationId: crypto.randomUUID() }
