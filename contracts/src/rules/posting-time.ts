import type { Fault } from './task-dates.ts'

/** A time of day in the time zone of a company, `HH:MM`. */
export type TimeOfDay = string

export const TIME_INVALID = 'Please enter a valid time'

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Returns the fault in the optional posting time of a form, or undefined. */
export const checkPostingTime = (time: string | undefined): Fault | undefined =>
  time && !timeOfDay.test(time) ? { field: 'targetPostingTime', message: TIME_INVALID } : undefined
