import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { describe, expect, it } from 'vitest'
import { changeOf, describeOtherFiles, describePictures, pairFiles, shownUrl } from './compared-files.ts'

const fileOf = (changes: Partial<PreviewFile> = {}): PreviewFile => ({
  kind: 'image',
  mediaType: 'image/png',
  url: '/files/one.png',
  display: '/files/one.jpg',
  thumbnail: null,
  poster: null,
  bytes: 10,
  sha256: 'a',
  width: 100,
  height: 80,
  durationMs: null,
  alternativeText: '',
  ...changes,
})

const video = fileOf({ kind: 'video', sha256: 'v' })
const pdf = fileOf({ kind: 'pdf', sha256: 'p' })
const numbers = { before: 1, after: 2 }

it('files are matched by their position', () => {
  expect(pairFiles({ files: [video] }, { files: [pdf, video] })).toEqual([
    { before: video, after: pdf },
    { before: undefined, after: video },
  ])
})

describe('the change of a file', () => {
  it.each([
    ['added', undefined, fileOf()],
    ['removed', fileOf(), undefined],
    ['unchanged', fileOf(), fileOf({ url: '/files/two.png' })],
    ['changed', fileOf(), fileOf({ sha256: 'b' })],
  ] as const)('%s', (change, before, after) => {
    expect(changeOf({ before, after })).toBe(change)
  })
})

it('a smaller copy is shown if there is one', () => {
  expect(shownUrl(fileOf())).toBe('/files/one.jpg')
  expect(shownUrl(fileOf({ display: null }))).toBe('/files/one.png')
})

describe('two pictures', () => {
  it.each([
    ['No difference.', fileOf()],
    ['The picture changed.', fileOf({ sha256: 'b' })],
    ['The picture changed.', fileOf({ sha256: 'b', width: null })],
    ['The picture changed. The size changed from 100\u00a0×\u00a080 to 100\u00a0×\u00a0125 pixels.', fileOf({ sha256: 'b', height: 125 })],
  ])('%s', (words, after) => {
    expect(describePictures(fileOf(), after)).toBe(words)
  })
})

describe('files that are not two pictures', () => {
  it.each([
    ['Only version 2 has this file.', undefined, pdf],
    ['Only version 1 has this file.', pdf, undefined],
    ['Version 1 has a picture here, and version 2 has a video.', fileOf(), video],
    ['No difference. Both versions have the same video.', video, video],
    ['The PDF changed. We can’t compare PDFs in detail.', pdf, { ...pdf, sha256: 'q' }],
  ])('%s', (words, before, after) => {
    expect(describeOtherFiles({ before, after }, numbers)).toBe(words)
  })
})
