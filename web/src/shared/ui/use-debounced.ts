import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 400

/** Returns the latest value that stayed unchanged for `delay` milliseconds. Use it for requests that depend on typed text. */
export function useDebounced<T>(value: T, delay = DEBOUNCE_MS): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}
