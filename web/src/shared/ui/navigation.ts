import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'

/**
 * Whoever is sent to sign in comes back to what was asked for: this goes with the way there, in the history's entry, and
 * is read there; pages in between, as those of a password's reset, hand it on. Only what stands behind the `?`: the page to
 * come back to is known, and nothing can lead elsewhere.
 */
export const askedFor = (search: string) => ({ askedFor: search })

export const useAskedFor = (): string => useLocation().state?.askedFor ?? ''

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
    (to: string, delay: number, options?: NavigateOptions) => {
      if (left.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => navigate(to, options), delay)
    },
    [navigate],
  )
}
