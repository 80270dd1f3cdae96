/** Sources of notes on a task. `email`: a reply to an email with a review link. `portal`: a message in the portal or the dashboard. */
export const noteSources = ['email', 'portal'] as const
export type NoteSource = (typeof noteSources)[number]

/** Maximum length of a note, in characters. The rest of a longer reply is not stored. */
export const NOTE_MAX = 5000

export const MESSAGE_REQUIRED = 'Please write a message.'
/** Messages that one side writes within this time after its first one are announced together. */
export const MESSAGE_BURST_MINUTES = 10
