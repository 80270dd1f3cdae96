import { formatPhone } from '@app/contracts/format/phone.ts'
import { formatTimeZone } from '@app/contracts/format/times.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'

/** The time zones of the United States, which most companies use. */
const usual = ['New_York', 'Chicago', 'Denver', 'Phoenix', 'Los_Angeles', 'Anchorage']
  .map((city) => `America/${city}`)
  .concat('Pacific/Honolulu')

/**
 * Returns the name of a time zone as the screen shows it. For a US time zone, this is for example "Eastern Time (New York)". For another
 * time zone, it is the IANA name with spaces, for example "Europe/Isle of Man".
 */
export function timeZoneName(timeZone: string): string {
  const shown = timeZone.replaceAll('_', ' ')
  if (!usual.includes(timeZone)) return shown
  return `${formatTimeZone(timeZone)} (${shown.split('/')[1]})`
}

/** Returns the time zone of this device. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_TIMEZONE

/** Returns the options of the select, the usual time zones first. `chosen` is among the options even if the browser does not know it. */
export function timeZoneOptions(chosen: string): { value: string; label: string }[] {
  const zones = new Set([...usual, deviceTimeZone(), ...Intl.supportedValuesOf('timeZone'), chosen])
  return [...zones].map((value) => ({ value, label: timeZoneName(value) }))
}

/** Returns the text that screens show for the value of a profile field: phone numbers and time zones are stored in another form. */
export function shownValue(field: string, value: string): string {
  if (field === 'phone') return formatPhone(value)
  return field === 'timeZone' ? timeZoneName(value) : value
}
