import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

const isTouch = (event: PointerEvent) => event.pointerType === 'touch'

/** Which face a card shows, and what its button does about it: hover and keyboard focus turn it, a press turns it to and fro. */
export function useTurn() {
  const [turned, setTurned] = useState(false)
  const hovered = useRef(false)

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
      onFocus: (event: FocusEvent) => event.currentTarget.matches(':focus-visible') && setTurned(true),
      onBlur: () => setTurned(false),
      // Who hovers sees the back already; a click must not take it away.
      onClick: () => setTurned((shown) => hovered.current || !shown),
      onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && setTurned(false),
    },
  }
}
