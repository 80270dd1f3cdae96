import { type RefObject, useEffect, useEffectEvent } from 'react'

const TAPS = 4
const TAP_WINDOW_MS = 400

export interface Taps {
  count: number
  lastAt: number
}

export const noTaps: Taps = { count: 0, lastAt: Number.NEGATIVE_INFINITY }

export function addTap({ count, lastAt }: Taps, at: number): Taps {
  return { count: at - lastAt <= TAP_WINDOW_MS ? count + 1 : 1, lastAt: at }
}

/** Listens for clicks on an element that is not a button. So screen readers announce no button, and the Tab key skips the element. */
export function useTapGesture(target: RefObject<HTMLElement | null>, onTapped: () => void): void {
  const tapped = useEffectEvent(onTapped)

  useEffect(() => {
    const element = target.current
    if (!element) return
    let taps = noTaps
    const count = (event: MouseEvent) => {
      taps = addTap(taps, event.timeStamp)
      if (taps.count === TAPS) tapped()
    }
    element.addEventListener('click', count)
    return () => element.removeEventListener('click', count)
  }, [target])
}
