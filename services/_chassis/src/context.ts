import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './http/auth.ts'

/** What ties log lines, requests and events of one cause together. */
export interface Context {
  correlationId: string
  /** The event that caused this work, if one did. */
  causationId?: string
  traceparent?: string
  /** The signed-in person who brought it about; none on public routes and in chores. */
  actor?: Caller
}

const storage = new AsyncLocalStorage<Context>()

export const runInContext = <T>(context: Context, work: () => T): T => storage.run(context, work)

/** The context of the running request or event, if there is one. */
export const activeContext = (): Context | undefined => storage.getStore()

/** The context of the running request or event; a fresh one outside of both, such as at start-up. */
export const currentContext = (): Context => activeContext() ?? { correlationId: crypto.randomUUID() }
