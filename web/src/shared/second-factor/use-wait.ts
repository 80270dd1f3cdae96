import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'

/** True from a refusal that asks to wait until the wait is over. */
export function useWait(failure: Error | null): boolean {
  const [waitedFor, setWaitedFor] = useState<Error | null>(null)
  const seconds = failure instanceof ApiError ? failure.retryAfter : undefined

  useEffect(() => {
    if (seconds === undefined) return
    const timer = setTimeout(() => setWaitedFor(failure), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [failure, seconds])

  return seconds !== undefined && waitedFor !== failure
}
