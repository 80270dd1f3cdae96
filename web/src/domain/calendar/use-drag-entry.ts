import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

/** Distance in px after which a press is a drag and not a click. */
const THRESHOLD = 6

interface Drag {
  key: string
  /** The day under the pointer. */
  over: CalendarDate | undefined
}

const dayAt = ({ clientX, clientY }: PointerEvent): CalendarDate | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => (element as HTMLElement).dataset.day)
    .find(Boolean)

/** The browser also fires a click on the dragged link. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

/**
 * Drags an entry to another day with a mouse or a pen. Fingers scroll the page, so on a touch screen, posts are moved in their panel. Escape
 * cancels the drag.
 */
export function useDragEntry(onDrop: (key: string, date: CalendarDate) => void) {
  const [drag, setDrag] = useState<Drag>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  function press(event: ReactPointerEvent<HTMLElement>, key: string, from: CalendarDate): void {
    if (event.pointerType === 'touch' || event.button !== 0) return
    const entry = event.currentTarget
    const start = { x: event.pageX, y: event.pageY }
    const listeners = new AbortController()
    const { signal } = listeners
    stop.current?.abort()
    stop.current = listeners
    let over: CalendarDate | undefined
    let isDragged = false

    function end(isDropped: boolean): void {
      listeners.abort()
      entry.style.translate = ''
      setDrag(undefined)
      if (!isDragged) return
      swallowClick()
      if (isDropped && over !== undefined && over !== from) onDrop(key, over)
    }

    function move(moved: PointerEvent): void {
      const [x, y] = [moved.pageX - start.x, moved.pageY - start.y]
      if (!isDragged && Math.hypot(x, y) < THRESHOLD) return
      isDragged = true
      entry.style.translate = `${x}px ${y}px`
      over = dayAt(moved)
      setDrag((before) => (before?.over === over && before ? before : { key, over }))
    }

    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', () => end(true), { signal })
    window.addEventListener('pointercancel', () => end(false), { signal })
    window.addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key === 'Escape') end(false)
      },
      { signal },
    )
  }

  return { drag, press }
}
