import { useEffect, useState } from 'react'
import { computeDifference } from './compute-difference.ts'
import type { ComparedPictures } from './difference-worker.ts'

/** `cells` is the result of `changedCells`. */
export type Difference = { state: 'comparing' } | { state: 'failed' } | { state: 'compared'; cells: Uint8Array }

const COMPARING: Difference = { state: 'comparing' }

/**
 * Compares two pictures in a worker. Does nothing if `pictures` is undefined. When the pictures change or the component is unmounted, the
 * running comparison is cancelled.
 */
export function useDifference(pictures: ComparedPictures | undefined): { difference: Difference; retry: () => void } {
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
    run({ before, after }).catch(() => {
      if (!stop.signal.aborted) setResult({ of: compared, difference: { state: 'failed' } })
    })
    return () => stop.abort()
  }, [before, after, compared])

  return { difference: result?.of === compared ? result.difference : COMPARING, retry: () => setAttempt(attempt + 1) }
}
