import type { Task } from '@app/contracts/http/tasks.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'
import { Time } from '../ui/Time.tsx'

/** A calendar date as a fact's value, or nothing. */
export const dateFact = (date: string | null) => date && <Time value={date} />

/** "Every month on the last Friday", or nothing for a task that posts once. */
export const recurrenceFact = ({ isRecurring, recurrenceType, ...rule }: Task) =>
  isRecurring && recurrenceType ? recurrenceText({ ...rule, recurrenceType }) : ''

/** A link to a picture that opens by itself, or nothing. */
export const pictureFact = (address: string | null, text: string) =>
  address && (
    <a href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
