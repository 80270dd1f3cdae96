import { useState } from 'react'

/** The first of many items, `step` more with each call of `more` (absent once all are shown): long lists stay quick to draw. */
export function useSome<T>(items: readonly T[], step: number): { some: readonly T[]; more: (() => void) | undefined } {
  const [count, setCount] = useState(step)
  return { some: items.slice(0, count), more: count < items.length ? () => setCount(count + step) : undefined }
}
