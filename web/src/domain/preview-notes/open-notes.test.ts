import { expect, test } from 'vitest'
import { openNotesOf } from './open-notes.ts'

test('a note that another note continues is not open anymore', () => {
  const notes = [
    { _id: 'a', state: 'open', continues: null },
    { _id: 'b', state: 'open', continues: null },
    { _id: 'c', state: 'open', continues: 'a' },
    { _id: 'd', state: 'resolved', continues: null },
  ] as const
  expect(openNotesOf(notes).map(({ _id }) => _id)).toEqual(['b', 'c'])
})
