import { useEffect, useState } from 'react'
import { computeDifference, UnreadablePictures } from './compute-difference.ts'
import type { ComparedPictures, ComparedSide } from './difference-worker.ts'

/** `cells` is the result of `changedCells`. `unreadable` contains the pictures that could not be downloaded or decoded. */
export type Difference =
  | { state: 'comparing' }
  | { state: 'failed'; unreadable: readonly ComparedSide[] }
  | { state: 'compared'; cells: Uint8Array }

const COMPARING: Difference = { state: 'comparing' }

/**
 * Compares two pictures in a worker. Does nothing if `pictures` is undefined. When the pictures change or the component is unmounted, the
 * running comparison is cancelled. `attempt` is the number of retries.
 */
export function useDifference(pictures: ComparedPictures | undefined): { difference: Difference; attempt: number; retry: () => void } {
  const { before, after } = pictures ?? {}
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: string; difference: Difference }>()
  // A result for other pictures, or of an earlier attempt, is outdated.
  const compared = `${attempt} ${before} ${after}`

  useEffect(() => {
    if (!before || !after) return
    const stop = new AbortController()
    async function run(pictures: ComparedPictures): Promise<void> {
      const cells = await computeDifference(pictures, stop.signal)
      setResult({ of: compared, difference: { state: 'compared', cells } })
    }
    run({ before, after }).catch((error: unknown) => {
      const unreadable = error instanceof UnreadablePictures ? error.sides : []
      if (!stop.signal.aborted) setResult({ of: compared, difference: { state: 'failed', unreadable } })
    })
    return () => stop.abort()
  }, [before, after, compared])

  return { difference: result?.of === compared ? result.difference : COMPARING, attempt, retry: () => setAttempt(attempt + 1) }
}
