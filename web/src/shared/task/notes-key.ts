/** Query key of the notes on a task. Each event about the task invalidates this query, because a new note causes no other event. */
export const notesKey = (taskId: number) => ['notes', taskId] as const
