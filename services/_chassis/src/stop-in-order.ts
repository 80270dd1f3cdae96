import type { Logger } from './logger.ts'
import { withTimeout } from './with-timeout.ts'

/** What each part gets even when those before it took all the time. */
const LEAST_MS = 100

interface Stopper<Part extends string> {
  /** Has `close` called at the stop, when it is this part's turn. */
  opened(part: Part, close: () => Promise<unknown>): void
  /** Closes what was opened. One that fails or hangs keeps nothing else open. */
  stop(): Promise<void>
}

/** Closes the parts of a process in the given order, those of one step at once, all within a time limit. */
export function stopInOrder<Part extends string>(steps: readonly (readonly Part[])[], log: Logger, limitMs: number): Stopper<Part> {
  const closing = new Map<Part, () => Promise<unknown>>()
  let stopping: Promise<void> | undefined

  async function closePart(part: Part, limitMs: number): Promise<void> {
    const closed = closing.get(part)?.() ?? Promise.resolve()
    await withTimeout(limitMs, `Stopping (${part})`, closed).catch((error: unknown) =>
      log.error({ err: error, part }, 'could not be stopped'),
    )
  }

  async function closeAll(): Promise<void> {
    const deadline = performance.now() + limitMs
    for (const parts of steps) {
      const leftMs = Math.max(LEAST_MS, deadline - performance.now())
      await Promise.all(parts.map((part) => closePart(part, leftMs)))
    }
    log.info('stopped')
  }

  return {
    opened: (part, close) => void closing.set(part, close),
    stop: () => (stopping ??= closeAll()),
  }
}
