import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

/** Goes to another page after some milliseconds, unless this one has been left by then. */
export function useGoLater() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const left = useRef(false)

  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      clearTimeout(timer.current)
    }
  }, [])

  return useCallback(
    (to: string, delay: number) => {
      if (left.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => navigate(to), delay)
    },
    [navigate],
  )
}
