import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that is true while the component is on the screen. Code that runs after a request reads it. */
export function useMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
