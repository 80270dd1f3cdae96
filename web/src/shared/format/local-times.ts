import { instantOf, localTimeAt } from '@app/contracts/rules/wall-clock.ts'
import { timeZone } from './dates.ts'

/** Returns the instant of a local time `YYYY-MM-DDTHH:MM` in the business's time zone, ISO 8601 in UTC. */
export function instantOfLocal(local: string): string {
  const [date = '', time = ''] = local.split('T')
  return instantOf(date, time, timeZone()).toISOString()
}

/** Returns the local time `YYYY-MM-DDTHH:MM` of an instant in the business's time zone, for a field of a form. */
export const localOfInstant = (instant: string): string => localTimeAt(new Date(instant), timeZone())
