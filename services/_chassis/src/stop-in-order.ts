import type { Logger } from './logger.ts'
import { within } from './within.ts'

/** An orchestrator ends a process by force soon after this. */
const STOP_LIMIT_MS = 9_500
/** What each part gets even when those before it took all the time. */
const LEAST_MS = 100

interface Stopper<Part extends string> {
  /** Has `close` called at the stop, when it is this part's turn. */
  opened(part: Part, close: () => Promise<unknown>): void
  /** Closes what was opened. One that fails or hangs keeps nothing else open. */
  stop(): Promise<void>
}

/** Closes the parts of a process in the given order, all within a time limit. */
export function stopInOrder<Part extends string>(order: readonly Part[], log: Logger, limitMs = STOP_LIMIT_MS): Stopper<Part> {
  const closing = new Map<Part, () => Promise<unknown>>()
  let stopping: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const deadline = Date.now() + limitMs
    for (const part of order) {
      const close = closing.get(part)
      if (!close) continue
      await within(Math.max(LEAST_MS, deadline - Date.now()), `Stopping (${part})`, close()).catch((error: unknown) =>
        log.error({ err: error, part }, 'could not be stopped'),
      )
    }
    log.info('stopped')
  }

  return {
    opened: (part, close) => void closing.set(part, close),
    stop: () => (stopping ??= closeAll()),
  }
}
