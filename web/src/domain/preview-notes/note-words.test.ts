import { expect, it } from 'vitest'
import { noteOf } from '../../testing/preview-notes.ts'
import { openNotesInWords, pinName, seeNotes } from './note-words.ts'

const numbered = (...numbers: number[]) => numbers.map((number) => noteOf({ number }))

it('numbers that follow each other are a range', () => {
  const see = (...numbers: number[]) => seeNotes(numbered(...numbers), 'preview-1')
  expect(see(3, 1, 2)).toBe('See notes 1 to 3')
  expect(see(1, 2)).toBe('See notes 1 and 2')
  expect(see(1, 2, 3, 5, 7, 8, 9)).toBe('See notes 1 to 3, 5, and 7 to 9')
})

it('feedback refers to the open notes on the preview', () => {
  expect(seeNotes(undefined, 'preview-1')).toBe('')
  expect(seeNotes(numbered(1), 'preview-1')).toBe('See note 1')
  expect(seeNotes([...numbered(1, 2, 3), noteOf({ number: 4, state: 'accepted' })], 'preview-1')).toBe('See notes 1 to 3')
  expect(seeNotes(numbered(1, 2), 'preview-2')).toBe('')
  expect(seeNotes([noteOf({ visibility: 'team' })], 'preview-1')).toBe('')
})

it('an approval names the open notes, also those on earlier versions', () => {
  const earlier = noteOf({ number: 2 })
  expect(openNotesInWords([noteOf({ state: 'resolved' })], 'preview-1')).toBe('')
  expect(openNotesInWords(numbered(2), 'preview-1')).toBe('Note 2 is still open.')
  expect(openNotesInWords([earlier], 'preview-2')).toBe('A note on an earlier version is still open.')
  const current = noteOf({ number: 1, previewNo: 2 })
  expect(openNotesInWords([earlier, current], 'preview-2')).toBe('Note 1 and a note on an earlier version are still open.')
  expect(openNotesInWords([earlier, { ...current, continues: earlier._id }], 'preview-2')).toBe('Note 1 is still open.')
})

it('the name of a pin has the number, the state and the beginning of the text', () => {
  expect(pinName(noteOf({ number: 2, body: 'The headline is too small' }))).toBe('Note 2, open: The headline is too small')
  expect(pinName(noteOf({ visibility: 'team', state: 'accepted', body: 'x'.repeat(200) }))).toBe(`Team note 1, done: ${'x'.repeat(80)}…`)
})
