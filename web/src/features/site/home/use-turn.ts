import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

const isTouch = (event: PointerEvent) => event.pointerType === 'touch'

/** Which face a card shows, and what its button does about it: hover and keyboard focus turn it, a press turns it to and fro. */
export function useTurn() {
  const [turned, setTurned] = useState(false)
  const hovered = useRef(false)
  /** Only the focus has turned it so far. Screen readers focus and press in one go, which must not turn it twice. */
  const focused = useRef(false)

  function hover(event: PointerEvent, over: boolean): void {
    if (isTouch(event)) return
    hovered.current = over
    setTurned(over)
  }

  return {
    turned,
    handlers: {
      onPointerEnter: (event: PointerEvent) => hover(event, true),
      onPointerLeave: (event: PointerEvent) => hover(event, false),
      // A tap focuses, too, but it is its click that turns the card.
      onFocus: (event: FocusEvent) => {
        focused.current = event.currentTarget.matches(':focus-visible')
        if (focused.current) setTurned(true)
      },
      onBlur: () => setTurned(false),
      onClick: () => {
        // Who hovers sees the back already; a click must not take it away.
        const keep = hovered.current || focused.current
        setTurned((shown) => keep || !shown)
        focused.current = false
      },
      onKeyDown: (event: KeyboardEvent) => {
        focused.current = false
        if (event.key === 'Escape') setTurned(false)
      },
    },
  }
}
