/** First part of the query keys of all notes. */
export const NOTES = 'notes'

/** Query key of the notes on a task. A new note is announced by an event about its task, so each such event invalidates this query. */
export const notesKey = (taskId: number) => [NOTES, taskId] as const
