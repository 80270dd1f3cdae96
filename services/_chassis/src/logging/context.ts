import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '@app/contracts/http/session.ts'
import type { TraceContext } from '../tracing/trace-context.ts'
import type { Tracer } from '../tracing/tracer.ts'

/** Context in which a request or an event is handled. Its ids connect the log lines, calls and events that belong together. */
export interface Context {
  correlationId: string
  /** Id of the event that caused this work, if any. */
  causationId?: string
  /** The current trace and its current span, which is the parent of new spans. */
  trace?: TraceContext
  /** Creates spans. Absent if tracing is off. */
  tracer?: Tracer
  /** The signed-in user whose request caused this work. Absent on public routes and in background jobs. */
  actor?: { id: string; role: Role }
  /** Shares limits of concurrent work: the id of the signed-in user, or the client's key. Absent outside of requests. */
  caller?: string
}

const storage = new AsyncLocalStorage<Context>()

export const runInContext = <T>(context: Context, work: () => T): T => storage.run(context, work)

export const activeContext = (): Context | undefined => storage.getStore()

/** Returns the context of the running request or event. If there is none, for example at startup, returns a new context. */
export const currentContext = (): Context => activeContext() ?? { correlationId: crypto.randomUUID() }
