import { useEffect, useRef } from 'react'

/** Returns a ref for a button. When `isFocused` becomes true, the button scrolls into view and gets the focus. */
export function useFocusInView(isFocused: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isFocused || !ref.current) return
    ref.current.scrollIntoView({ block: 'center', inline: 'center' })
    ref.current.focus({ preventScroll: true })
  }, [isFocused])
  return ref
}
