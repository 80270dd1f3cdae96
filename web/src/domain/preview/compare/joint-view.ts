/**
 * The visible part of a zoomed picture. `x` and `y` are the distances of the picture's center from the center of its frame, as fractions of
 * the frame's width and height. With a zoom of 1, the whole picture is visible.
 */
export interface JointView {
  zoom: number
  x: number
  y: number
}

export const WHOLE: JointView = { zoom: 1, x: 0, y: 0 }
export const ZOOM_MIN = 1
export const ZOOM_MAX = 8

const between = (min: number, value: number, max: number): number => Math.min(Math.max(value, min), max)

/** Limits a view, so that the zoomed picture covers its whole frame. */
function limited({ zoom, x, y }: JointView): JointView {
  const reach = (zoom - 1) / 2
  // With a zoom of 1, `-reach` would be -0.
  const least = 0 - reach
  return { zoom, x: between(least, x, reach), y: between(least, y, reach) }
}

/** Moves the picture by fractions of the frame's width and height. */
export const panBy = ({ zoom, x, y }: JointView, byX: number, byY: number): JointView => limited({ zoom, x: x + byX, y: y + byY })

/** Changes the zoom. The point of the picture at `point`, in the same units as `x` and `y`, stays in its place. */
export function zoomTo(view: JointView, zoom: number, point = { x: 0, y: 0 }): JointView {
  const next = between(ZOOM_MIN, zoom, ZOOM_MAX)
  const factor = next / view.zoom
  return limited({ zoom: next, x: point.x + (view.x - point.x) * factor, y: point.y + (view.y - point.y) * factor })
}
