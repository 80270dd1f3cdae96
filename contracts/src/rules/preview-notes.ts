import type { ContentKind } from './previews.ts'
import type { Fault } from './task-dates.ts'

/** The readers of a note. `everyone`: admins and the client. `team`: only admins. The visibility of a note never changes. */
export const noteVisibilities = ['everyone', 'team'] as const
export type NoteVisibility = (typeof noteVisibilities)[number]

/** The states of a note. `resolved`: an admin made the change. `accepted`: the client agreed that the note is done. */
export const noteStates = ['open', 'resolved', 'accepted'] as const
export type NoteState = (typeof noteStates)[number]

/**
 * The authors of notes and replies. `agency`: an admin. `owner`: the owner, in the portal. `review-link`: a person with a
 * review link, who may not be its recipient, because links can be forwarded.
 */
export const noteAuthorKinds = ['agency', 'owner', 'review-link'] as const
export type NoteAuthorKind = (typeof noteAuthorKinds)[number]

/** The two sides of a conversation about a preview. The client is the owner, and each person with a review link. */
export const noteSides = ['agency', 'client'] as const
export type NoteSide = (typeof noteSides)[number]

/** Maximum length of a note and of a reply, in characters. */
export const PREVIEW_NOTE_MAX = 2_000
/** Maximum number of notes on a preview, for each visibility. With one common limit, clients could find out how many team notes exist. */
export const PREVIEW_NOTES_MAX = 200
/** Maximum number of replies to a note. */
export const NOTE_REPLIES_MAX = 20
/** Highest page of a PDF file that a note can be about. */
export const NOTE_PDF_PAGE_MAX = 10_000

export const PREVIEW_NOTE_REQUIRED = 'Write a note'
export const NOTE_REPLY_REQUIRED = 'Write a reply'
export const TOO_MANY_PREVIEW_NOTES = `A preview can have at most ${PREVIEW_NOTES_MAX} notes. Reply to an existing note instead.`
export const TOO_MANY_NOTE_REPLIES = `A note can have at most ${NOTE_REPLIES_MAX} replies. Please write a new note instead.`
const PLACE_INVALID = 'Please choose a place in the preview'

type Step = `${NoteState} to ${NoteState}`

/** The state changes that each side can make in a note with the visibility `everyone`. */
const steps: Readonly<Record<NoteSide, readonly Step[]>> = {
  agency: ['open to resolved'],
  client: ['resolved to accepted', 'resolved to open', 'accepted to open'],
}

/** The state changes that an admin can make in a team note. A client never sees a team note, so no client can reopen it. */
const teamSteps: readonly Step[] = ['open to resolved', 'resolved to open']

/**
 * Returns whether a side can change the state of a note from `note.state` to `to`. Returns false if the note already has the state `to`.
 * Clients cannot change team notes.
 */
export function canChangeNote(side: NoteSide, note: { state: NoteState; visibility: NoteVisibility }, to: NoteState): boolean {
  const step: Step = `${note.state} to ${to}`
  if (note.visibility === 'team') return side === 'agency' && teamSteps.includes(step)
  return steps[side].includes(step)
}

/**
 * The place in a preview that a note is about. All values of a note on the whole preview are null. A point of a picture has `filePosition`,
 * `x` and `y`. A moment of a video has `filePosition` and `atMs`. A page of a PDF file has `filePosition` and `page`, and can have a point.
 */
export interface NotePlace {
  /** 1 for the first file of the preview. */
  filePosition: number | null
  /** 0 to 1, the part of the width of the natural picture, from the left. */
  x: number | null
  /** 0 to 1, the part of the height of the natural picture, from the top. */
  y: number | null
  /** Milliseconds from the start of the video. */
  atMs: number | null
  /** 1 for the first page. */
  page: number | null
}

/** The place of a note on the whole preview. */
export const WHOLE_PREVIEW: NotePlace = { filePosition: null, x: null, y: null, atMs: null, page: null }

interface NotedFile {
  kind: ContentKind
  durationMs: number | null
}

/** Whether the values of a place fit the kind of the file. The schema of the request checks the range of each value. */
function fits({ x, y, atMs, page }: NotePlace, { kind, durationMs }: NotedFile): boolean {
  const hasPoint = x !== null && y !== null
  const hasNoPoint = x === null && y === null
  if (kind === 'image') return hasPoint && atMs === null && page === null
  if (kind === 'pdf') return (hasPoint || hasNoPoint) && atMs === null && page !== null
  return hasNoPoint && page === null && atMs !== null && (durationMs === null || atMs <= durationMs)
}

/** Returns the errors of the place of a new note. `files` are the files of the preview, in their order. */
export function checkNotePlace(place: NotePlace, files: readonly NotedFile[]): Fault[] {
  if (place.filePosition === null) {
    const isWhole = [place.x, place.y, place.atMs, place.page].every((value) => value === null)
    return isWhole ? [] : [{ field: 'filePosition', message: PLACE_INVALID }]
  }
  const file = files[place.filePosition - 1]
  return file && fits(place, file) ? [] : [{ field: 'filePosition', message: PLACE_INVALID }]
}
