/** Query key of the notes on a task. A new note causes only an event about its task, so these events must also invalidate this query. */
export const notesKey = (taskId: number) => ['notes', taskId] as const
