/** What the approved row and the posted window say when they hold nothing. */
export const EMPTY_ROW = "Task nearly complete? Let's check it off!"
