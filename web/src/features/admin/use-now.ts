import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** Returns the current time in ms since 1970, and a function that reads it again at once. The time is updated every 30 seconds. */
export function useNow(): [now: number, update: () => void] {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return [now, () => setNow(Date.now())]
}
