import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '@app/contracts/http/identity.ts'
import type { TraceContext } from './tracing/trace-context.ts'
import type { Tracer } from './tracing/tracer.ts'

/** What ties log lines, requests and events of one cause together. */
export interface Context {
  correlationId: string
  /** The event that caused this work, if one did. */
  causationId?: string
  /** Where in which trace it stands. */
  trace?: TraceContext
  /** Keeps what is done in it as spans, where traces are kept. */
  tracer?: Tracer
  /** The signed-in person who brought it about; none on public routes and in chores. */
  actor?: { id: string; role: Role }
}

const storage = new AsyncLocalStorage<Context>()

export const runInContext = <T>(context: Context, work: () => T): T => storage.run(context, work)

/** The context of the running request or event, if there is one. */
export const activeContext = (): Context | undefined => storage.getStore()

/** The context of the running request or event; a fresh one outside of both, such as at start-up. */
export const currentContext = (): Context => activeContext() ?? { correlationId: crypto.randomUUID() }
