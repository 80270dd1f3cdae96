import { useEffect, useState } from 'react'

/** So long after the last key what is typed counts as said. */
const SETTLED_MS = 400

/** A value once it has stood still: for what the server is asked by what is typed. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
