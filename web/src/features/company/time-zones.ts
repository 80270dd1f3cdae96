import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'

/** The time zones of the United States, which most companies use. */
const usual = [
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Chicago', 'Central Time (Chicago)'],
  ['America/Denver', 'Mountain Time (Denver)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Los_Angeles', 'Pacific Time (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
] as const

const usualNames: Readonly<Record<string, string>> = Object.fromEntries(usual)

/** Returns the name of an IANA time zone for people, for example "Europe/Isle of Man". */
export const timeZoneName = (timeZone: string): string => usualNames[timeZone] ?? timeZone.replaceAll('_', ' ')

/** Returns the time zone of this device. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_TIMEZONE

/** Returns the options of the select, the usual time zones first. `chosen` is among the options even if the browser does not know it. */
export function timeZoneOptions(chosen: string): { value: string; label: string }[] {
  const zones = new Set([...usual.map(([zone]) => zone), deviceTimeZone(), ...Intl.supportedValuesOf('timeZone'), chosen])
  return [...zones].map((value) => ({ value, label: timeZoneName(value) }))
}
