import { useCallback, useEffect, useRef, useState } from 'react'

const RESET_MS = 2_000

/** Whether a message was sent in the last 2 seconds, and how to say that one was now. */
export function useSentForAWhile(): [boolean, () => void] {
  const [sent, setSent] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  const showSent = useCallback(() => {
    setSent(true)
    timer.current = setTimeout(() => setSent(false), RESET_MS)
  }, [])
  return [sent, showSent]
}
