import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'

/**
 * Returns the history state for a redirect to a sign-in page: the query string of the page to return to after signing in. Pages in
 * between, such as the password reset, pass it on. It contains only the query string, so it cannot lead to another site.
 */
export const withReturnSearch = (search: string) => ({ returnSearch: search })

/** Returns the query string to return to after signing in, or an empty string. */
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
