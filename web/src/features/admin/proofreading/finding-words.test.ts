import type { Preview } from '@app/contracts/http/previews.ts'
import { expect, it } from 'vitest'
import { placeInWords, uncheckedInWords } from './finding-words.ts'

const fileOf = (kind: Preview['files'][number]['kind']) => ({ kind }) as Preview['files'][number]
const files = [fileOf('image'), fileOf('video'), fileOf('pdf')]

it('a place is named by its file, its page and its frame', () => {
  expect(placeInWords({ in: 'caption', from: 0, to: 4 }, files)).toBe('Caption')
  expect(placeInWords({ in: 'file', position: 2, frame: 'middle', boxes: [] }, files)).toBe('Video 2 of 3, middle frame')
  expect(placeInWords({ in: 'file', position: 1, page: 2 }, [fileOf('pdf')])).toBe('PDF, page 2')
})

it('files that could not be checked are named', () => {
  expect(uncheckedInWords({ state: 'done', uncheckedFiles: [] }, files)).toBe('')
  expect(uncheckedInWords({ state: 'done', uncheckedFiles: [1] }, [fileOf('image')])).toBe('We couldn’t check the picture.')
  expect(uncheckedInWords({ state: 'done', uncheckedFiles: [1, 3] }, files)).toBe('We couldn’t check picture 1 and PDF 3.')
  expect(uncheckedInWords({ state: 'failed', uncheckedFiles: [] }, files)).toBe('We couldn’t check this preview.')
})
