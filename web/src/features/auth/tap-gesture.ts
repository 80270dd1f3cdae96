import { type RefObject, useEffect, useEffectEvent } from 'react'

const TAPS = 4
const TAP_WINDOW_MS = 400

export interface Taps {
  count: number
  lastAt: number
}

export const noTaps: Taps = { count: 0, lastAt: Number.NEGATIVE_INFINITY }

/** Counts a tap: one within 400 ms of the last goes on, a later one starts anew. */
export function addTap({ count, lastAt }: Taps, at: number): Taps {
  return { count: at - lastAt <= TAP_WINDOW_MS ? count + 1 : 1, lastAt: at }
}

/**
 * Hears four quick taps or clicks on an element. A listener and no control: the element is for nobody else to
 * find or to stop at with the Tab key.
 */
export function useTapGesture(target: RefObject<HTMLElement | null>, onTapped: () => void): void {
  const tapped = useEffectEvent(onTapped)

  useEffect(() => {
    const element = target.current
    if (!element) return
    let taps = noTaps
    const hear = (event: MouseEvent) => {
      taps = addTap(taps, event.timeStamp)
      if (taps.count === TAPS) tapped()
    }
    element.addEventListener('click', hear)
    return () => element.removeEventListener('click', hear)
  }, [target])
}
