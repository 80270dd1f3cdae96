import { formatPhone } from '@app/contracts/format/phone.ts'
import { timeZoneName } from './time-zones.ts'

/** Returns the text that screens show for the value of a profile field: phone numbers and time zones are stored in another form. */
export function shownValue(field: string, value: string): string {
  if (field === 'phone') return formatPhone(value)
  return field === 'timeZone' ? timeZoneName(value) : value
}
