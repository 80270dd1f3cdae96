import type { TasksDeps } from '../deps.ts'
import { sweepTaskFiles } from './sweep-task-files.ts'

const HOUR_MS = 3_600_000

/** Looks every hour whether the day's sweep is due. Answers how to stop, which ends a sweep that is under way. */
export function startSweeping(deps: TasksDeps): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = sweepTaskFiles(deps, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'the sweep of task files failed; tomorrow again')
    })
  }, HOUR_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
