/** Query key of the notes on a task. A note does not change its task, so events about a task also invalidate this query. */
export const notesKey = (taskId: number) => ['notes', taskId] as const
