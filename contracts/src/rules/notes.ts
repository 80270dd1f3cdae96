/** Sources of notes on a task. `email`: a reply to an email with a review link. */
export const noteSources = ['email'] as const
export type NoteSource = (typeof noteSources)[number]

/** Maximum length of a note, in characters. The rest of a longer reply is not stored. */
export const NOTE_MAX = 5000
