import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Each part gets at least this time to close, even if earlier parts have used up the time limit. */
const LEAST_MS = 100

interface Stopper<Part extends string> {
  opened(part: Part, close: () => Promise<unknown>): void
  /** Closes all registered parts. If a part fails or hangs, the other parts are closed nevertheless. */
  stop(): Promise<void>
}

/** Closes the parts of a process step by step within a time limit. The parts of one step are closed concurrently. */
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
