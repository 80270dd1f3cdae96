import { type RefObject, useEffect, useEffectEvent } from 'react'
import { addTap, noTaps, TAPS } from './tap-gesture.ts'

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
