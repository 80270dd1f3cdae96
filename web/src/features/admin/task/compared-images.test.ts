import { expect, it } from 'vitest'
import { comparedImages } from './compared-images.ts'

const entry = (doneTaskImage: string | null) => ({
  feedback: 'Bluer',
  clientSuggestImage: null,
  doneTaskImage,
  previewNo: 1,
  createdAt: '2026-11-01T00:00:00Z',
})

it.each([
  ['no image', null, [], undefined, undefined, undefined],
  ['the first file', null, [], 'blob:1', undefined, 'blob:1'],
  ['a delivered picture', '/1.png', [], undefined, undefined, '/1.png'],
  ['a new file after a delivered picture', '/1.png', [], 'blob:1', '/1.png', 'blob:1'],
  ['a picture that was referred back', '/1.png', [entry('/1.png')], undefined, undefined, '/1.png'],
  ['a new picture after one was referred back', '/2.png', [entry('/0.png'), entry('/1.png')], undefined, '/1.png', '/2.png'],
  ['a new file after one was referred back', '/2.png', [entry('/1.png')], 'blob:1', '/2.png', 'blob:1'],
  ['feedback without a picture', '/1.png', [entry(null)], undefined, undefined, '/1.png'],
])('comparedImages returns the right images for %s', (_case, doneTaskImage, rollbackFeedback, chosen, before, now) => {
  const versions = comparedImages({ doneTaskImage, rollbackFeedback }, chosen)
  expect(versions.before?.src).toBe(before)
  expect(versions.now?.src).toBe(now)
})
