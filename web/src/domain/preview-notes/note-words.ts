import { formatList } from '@app/contracts/format/lists.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { NoteState, NoteVisibility } from '@app/contracts/rules/preview-notes.ts'
import { openForClient } from './open-notes.ts'

const stateNames: Readonly<Record<NoteState, string>> = { open: 'open', resolved: 'resolved', accepted: 'done' }

/** Returns "Note 2", or "Team note 2". The notes of both visibilities have their own numbers. */
export const noteTitle = ({ number, visibility }: { number: number; visibility: NoteVisibility }): string =>
  visibility === 'team' ? `Team note ${number}` : `Note ${number}`

/** Returns the text of a pin: "2", or "T2" for a team note. */
export const pinText = ({ number, visibility }: PreviewNote): string => (visibility === 'team' ? `T${number}` : String(number))

/** Longest part of a note in the name of its pin, in characters. */
const NAMED_MAX = 80

/** Returns the accessible name of a pin, for example "Note 2, open: The headline is too small". */
export function pinName(note: PreviewNote): string {
  const words = note.body.length > NAMED_MAX ? `${note.body.slice(0, NAMED_MAX).trimEnd()}…` : note.body
  return `${noteTitle(note)}, ${stateNames[note.state]}: ${words}`
}

/** Returns the numbers as a list of ranges, for example "1 to 3, 5, and 7". Two successive numbers are not a range: "1 and 2". */
function numbersInWords(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && number === range[1] + 1) range[1] = number
    else ranges.push([number, number])
  }
  return formatList(
    ranges.flatMap(([first, last]) =>
      last - first > 1 ? [`${first} to ${last}`] : first === last ? [`${first}`] : [`${first}`, `${last}`],
    ),
  )
}

const notesInWords = (numbers: readonly number[]): string => `${numbers.length === 1 ? 'note' : 'notes'} ${numbersInWords(numbers)}`

/** Returns the open notes that the client can see, with the numbers of the notes on the preview. */
function openNotes(notes: readonly PreviewNote[] | undefined, previewId: string | undefined) {
  const open = openForClient(notes)
  const current = open.filter((note) => note.previewId === previewId).map(({ number }) => number)
  return { count: open.length, current }
}

/** Returns the first line of feedback, for example "See notes 1 to 3". Empty if no note on the preview is open. */
export function seeNotes(notes: readonly PreviewNote[] | undefined, previewId: string | undefined): string {
  const { current } = openNotes(notes, previewId)
  return current.length > 0 ? `See ${notesInWords(current)}` : ''
}

/** Returns for example "Notes 1 and 2 are still open." Empty if no note is open. */
export function openNotesInWords(notes: readonly PreviewNote[] | undefined, previewId: string | undefined): string {
  const { count, current } = openNotes(notes, previewId)
  if (count === 0) return ''
  const earlier = count - current.length
  const parts = [
    ...(current.length > 0 ? [notesInWords(current)] : []),
    ...(earlier > 0 ? [`${earlier === 1 ? 'a note' : `${earlier} notes`} on an earlier version`] : []),
  ]
  const sentence = `${formatList(parts)} ${count === 1 ? 'is' : 'are'} still open.`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
