import { expect, it } from 'vitest'
import { panBy, WHOLE, ZOOM_MAX, zoomTo } from './joint-view.ts'

it('the whole picture cannot be moved', () => {
  expect(panBy(WHOLE, 0.3, -0.3)).toEqual(WHOLE)
})

it('a zoomed picture can be moved until its edge is at the edge of the frame', () => {
  expect(panBy({ zoom: 2, x: 0, y: 0 }, 0.3, -0.2)).toEqual({ zoom: 2, x: 0.3, y: -0.2 })
  expect(panBy({ zoom: 2, x: 0, y: 0 }, 9, -9)).toEqual({ zoom: 2, x: 0.5, y: -0.5 })
})

it('the point under the pointer stays in its place', () => {
  const point = { x: 0.2, y: -0.1 }
  const view = zoomTo(WHOLE, 3, point)
  // The point of the picture at `point` is at the same fraction of the unzoomed picture.
  expect((point.x - view.x) / view.zoom).toBeCloseTo(point.x)
  expect((point.y - view.y) / view.zoom).toBeCloseTo(point.y)
})

it('the zoom has limits, and the smallest zoom shows the whole picture', () => {
  expect(zoomTo(WHOLE, 100).zoom).toBe(ZOOM_MAX)
  expect(zoomTo({ zoom: 4, x: 1.5, y: -1 }, 0.2)).toEqual(WHOLE)
})
