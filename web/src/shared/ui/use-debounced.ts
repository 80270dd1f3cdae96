import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 400

/** Returns the latest value that stayed unchanged for 400 ms. Use it for requests that depend on typed text. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
