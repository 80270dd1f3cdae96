import { describe, expect, test } from 'vitest'
import { canChangeNote, checkNotePlace, type NotePlace, WHOLE_PREVIEW } from '../src/rules/preview-notes.ts'

const files = [
  { kind: 'image', durationMs: null },
  { kind: 'video', durationMs: 30_000 },
  { kind: 'video', durationMs: null },
  { kind: 'pdf', durationMs: null },
] as const

const place = (values: Partial<NotePlace>): NotePlace => ({ ...WHOLE_PREVIEW, ...values })

describe('the place of a note', () => {
  test.each([
    ['the whole preview', {}],
    ['a point of a picture', { filePosition: 1, x: 0, y: 1 }],
    ['a moment of a video', { filePosition: 2, atMs: 30_000 }],
    ['a moment of a video of unknown duration', { filePosition: 3, atMs: 86_400_000 }],
    ['a page of a PDF file', { filePosition: 4, page: 12 }],
    ['a point of a page', { filePosition: 4, page: 1, x: 0.5, y: 0.5 }],
  ])('can be %s', (_what, values) => {
    expect(checkNotePlace(place(values), files)).toEqual([])
  })

  test.each([
    ['a point without a file', { x: 0.5, y: 0.5 }],
    ['a page without a file', { page: 1 }],
    ['a picture without a point', { filePosition: 1 }],
    ['half of a point', { filePosition: 1, x: 0.5 }],
    ['a moment of a picture', { filePosition: 1, x: 0.5, y: 0.5, atMs: 0 }],
    ['a page of a picture', { filePosition: 1, x: 0.5, y: 0.5, page: 1 }],
    ['a video without a moment', { filePosition: 2 }],
    ['a moment after the end of the video', { filePosition: 2, atMs: 30_001 }],
    ['a point of a video', { filePosition: 2, atMs: 0, x: 0.5, y: 0.5 }],
    ['a PDF file without a page', { filePosition: 4, x: 0.5, y: 0.5 }],
    ['half of a point of a page', { filePosition: 4, page: 1, y: 0.5 }],
    ['a file that does not exist', { filePosition: 5, x: 0.5, y: 0.5 }],
  ])('cannot be %s', (_what, values) => {
    expect(checkNotePlace(place(values), files)).toEqual([{ field: 'filePosition', message: 'Please choose a place in the preview' }])
  })
})

test('only a client reopens a note for everyone, an admin reopens a team note, and a note with the requested state does not change', () => {
  const note = { state: 'resolved', visibility: 'everyone' } as const
  expect(canChangeNote('client', note, 'accepted')).toBe(true)
  expect(canChangeNote('agency', note, 'open')).toBe(false)
  expect(canChangeNote('agency', { ...note, visibility: 'team' }, 'open')).toBe(true)
  expect(canChangeNote('client', { ...note, visibility: 'team' }, 'accepted')).toBe(false)
  expect(canChangeNote('client', note, 'resolved')).toBe(false)
})
