import { type KeyboardEvent, useState } from 'react'

/** Zoom factors in percent. At 100%, the picture or page fits into the viewer. */
const ZOOM_FIT = 100
const ZOOM_STEP = 25

export interface Zoom {
  percent: number
  min: number
  max: number
  /** Zooms by a number of steps. */
  step: (steps: number) => void
  fit: () => void
  /** Zooms with the keys +, - and 0. */
  byKey: (event: KeyboardEvent) => void
}

/** Manages the zoom of a viewer, between `min` and `max` percent. */
export function useZoom({ min, max }: { min: number; max: number }): Zoom {
  const [percent, setPercent] = useState(ZOOM_FIT)
  const step = (steps: number) => setPercent((now) => Math.min(Math.max(now + steps * ZOOM_STEP, min), max))
  const fit = () => setPercent(ZOOM_FIT)
  return { percent, min, max, step, fit, byKey: zoomKeys(step, fit) }
}

/** Returns a handler for the keys +, - and 0. */
export const zoomKeys =
  (step: Zoom['step'], fit: Zoom['fit']) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (steps !== undefined) step(steps)
    if (event.key === '0') fit()
  }
