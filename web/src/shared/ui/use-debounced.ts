import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 400

/** Returns the last value that did not change for 400 ms, for requests that depend on typed text. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
