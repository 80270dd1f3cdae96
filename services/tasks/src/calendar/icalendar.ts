import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'

/** An all-day event of a calendar. */
export interface CalendarEvent {
  /** Identifies the event for all time. Calendar apps update an event if they get its UID again. */
  uid: string
  date: CalendarDate
  title: string
  /** Increases with each change of the event. */
  sequence: number
  /** ISO 8601. */
  changedAt: string
  url?: string
}

interface Calendar {
  /** Identifies the program that wrote the calendar. */
  product: string
  name: string
  /** How often calendar apps should read the calendar again, as an ISO 8601 duration. */
  refresh: string
  events: readonly CalendarEvent[]
}

/** Maximum length of a line in bytes, without the line break (RFC 5545, section 3.1). */
const LINE_BYTES = 75

/**
 * Folds a line that is too long: the next line begins with a space, which readers remove together with the line break. Counts bytes of
 * UTF-8, and never splits a character.
 */
export function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar may not contain these characters
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Escapes a text value (RFC 5545, section 3.3.11). Removes control characters, which a calendar may not contain. */
export const escapeText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(CONTROL_CHARACTERS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const compactDate = (date: CalendarDate): string => date.replaceAll('-', '')

/** Returns an instant as UTC, for example 20261121T170000Z. */
const compactInstant = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const eventLines = ({ uid, date, title, sequence, changedAt, url }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${compactInstant(changedAt)}`,
  `SEQUENCE:${sequence}`,
  `SUMMARY:${escapeText(title)}`,
  `DTSTART;VALUE=DATE:${compactDate(date)}`,
  // The end date is exclusive (RFC 5545, section 3.6.1).
  `DTEND;VALUE=DATE:${compactDate(addDays(date, 1))}`,
  'TRANSP:TRANSPARENT',
  ...(url ? [`URL:${url}`] : []),
  'END:VEVENT',
]

/**
 * The component of a calendar without events. A calendar must have at least one component (RFC 5545, section 3.6). Strict readers reject a
 * calendar without one, and a time zone shows nothing to people.
 */
const UTC_LINES = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/**
 * Returns a calendar in the format iCalendar (RFC 5545). Apple Calendar and Google Calendar read the name from `X-WR-CALNAME`, other apps
 * from `NAME` (RFC 7986). Outlook reads `X-PUBLISHED-TTL` instead of `REFRESH-INTERVAL`.
 */
export function toICalendar({ product, name, refresh, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escapeText(product)}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...(events.length > 0 ? events.flatMap(eventLines) : UTC_LINES),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
