import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'

/**
 * Returns the history state for a redirect to a sign-in page. It contains the query string of the page to which the user returns after
 * signing in. It contains no path, so it cannot lead to another site. Pages that the user visits in between must pass the state on.
 */
export const withReturnSearch = (search: string) => ({ returnSearch: search })

/** Returns the query string of the page to which the user returns after signing in. Empty if there is none. */
export const useReturnSearch = (): string => useLocation().state?.returnSearch ?? ''

/** Returns a function that navigates after a delay, unless the component is unmounted by then. */
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
