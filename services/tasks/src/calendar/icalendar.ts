import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'

/** An event of a calendar. Without `startsAt`, it is an all-day event. */
export interface CalendarEvent {
  /** Identifies the event for all time. Calendar apps update an event if they get its UID again. */
  uid: string
  date: CalendarDate
  /** When the event begins. Readers show this instant in their own time zone. */
  startsAt?: Date
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
const compactInstant = (instant: string | Date): string => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** How long an event with a time lasts. Some apps hide an event that ends when it begins. */
const EVENT_MS = 15 * 60_000

function timeLines({ date, startsAt }: CalendarEvent): string[] {
  // The end is exclusive (RFC 5545, section 3.6.1).
  if (!startsAt) return [`DTSTART;VALUE=DATE:${compactDate(date)}`, `DTEND;VALUE=DATE:${compactDate(addDays(date, 1))}`]
  return [`DTSTART:${compactInstant(startsAt)}`, `DTEND:${compactInstant(new Date(startsAt.getTime() + EVENT_MS))}`]
}

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${compactInstant(event.changedAt)}`,
  `SEQUENCE:${event.sequence}`,
  `SUMMARY:${escapeText(event.title)}`,
  ...timeLines(event),
  'TRANSP:TRANSPARENT',
  ...(event.url ? [`URL:${event.url}`] : []),
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
