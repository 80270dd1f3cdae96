import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Zoom, zoomKeys } from '../use-zoom.ts'
import { type JointView, panBy, WHOLE, ZOOM_MAX, ZOOM_MIN, zoomTo } from './joint-view.ts'

/** A step of the zoom buttons and keys, as a part of the whole picture's zoom. */
const ZOOM_STEP = 0.5
/** An arrow key moves the pictures by this fraction of their frames. */
const KEY_STEP = 0.1
/** Zoom factor of a wheel step of one CSS pixel. A step of a usual mouse wheel has 100 to 120 px. */
const WHEEL_FACTOR = 1.002

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
}

interface Point {
  x: number
  y: number
}

/** Returns the place of a point in a frame, as fractions of the frame's size from its center. */
function placeIn(frame: Element, { x, y }: Point): Point {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: (x - left) / width - 0.5, y: (y - top) / height - 0.5 }
}

const middleOf = ([one = { x: 0, y: 0 }, other = one]: readonly Point[]): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distanceOf = ([one, other]: readonly Point[]): number => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)

/**
 * The common zoom and position of pictures in frames of equal size, with the handlers that change them: dragging, two fingers, the mouse
 * wheel and keys. `stage` is for the element that contains the frames, and `ofFrame` for each frame.
 */
export function useJointView() {
  const [view, setView] = useState<JointView>(WHOLE)
  const stage = useRef<HTMLDivElement>(null)
  /** The pressed mouse button and fingers, by the id of the pointer. */
  const pointers = useRef(new Map<number, Point>())

  const step = (steps: number) => setView((shown) => zoomTo(shown, shown.zoom + steps * ZOOM_STEP))
  const fit = () => setView(WHOLE)
  const zoom: Zoom = {
    percent: Math.round(view.zoom * 100),
    min: ZOOM_MIN * 100,
    max: ZOOM_MAX * 100,
    step,
    fit,
    byKey: zoomKeys(step, fit),
  }

  // React's wheel listeners are passive, so they could not stop the page from scrolling.
  useEffect(() => {
    const element = stage.current
    if (!element) return
    function turn(event: WheelEvent): void {
      const frame = (event.target as Element).closest('[data-frame]')
      if (!frame) return
      const { width, height } = frame.getBoundingClientRect()
      const isZoom = event.ctrlKey || event.metaKey
      if (isZoom || view.zoom > ZOOM_MIN) event.preventDefault()
      const point = placeIn(frame, { x: event.clientX, y: event.clientY })
      setView((shown) =>
        isZoom
          ? zoomTo(shown, shown.zoom * WHEEL_FACTOR ** -event.deltaY, point)
          : panBy(shown, -event.deltaX / width, -event.deltaY / height),
      )
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [view.zoom])

  function press(event: PointerEvent): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function drag(event: PointerEvent): void {
    if (!pointers.current.has(event.pointerId)) return
    const before = [...pointers.current.values()]
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const now = [...pointers.current.values()]
    const frame = event.currentTarget
    const [from, to] = [placeIn(frame, middleOf(before)), placeIn(frame, middleOf(now))]
    const factor = now.length > 1 && distanceOf(before) > 0 ? distanceOf(now) / distanceOf(before) : 1
    setView((shown) => panBy(zoomTo(shown, shown.zoom * factor, from), to.x - from.x, to.y - from.y))
  }

  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId)

  function pressKey(event: KeyboardEvent): void {
    zoom.byKey(event)
    const arrow = event.target === stage.current ? arrows[event.key] : undefined
    if (!arrow || view.zoom === ZOOM_MIN) return
    event.preventDefault()
    setView(panBy(view, ...arrow))
  }

  const ofFrame = { onPointerDown: press, onPointerMove: drag, onPointerUp: release, onPointerCancel: release }
  return { view, zoom, stage, ofFrame, onKeyDown: pressKey }
}
