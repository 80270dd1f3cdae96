import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, escapeText, foldLine, toICalendar } from '../../src/calendar/icalendar.ts'

const event: CalendarEvent = {
  uid: 'one',
  date: '2026-12-04',
  title: 'Winter bread',
  sequence: 3,
  changedAt: '2026-11-21T17:00:00.123Z',
  url: 'https://portal.example/management?show=task-1001',
}
const calendarOf = (...events: CalendarEvent[]) =>
  toICalendar({ product: '-//Test//EN', name: 'Palm Bakery posts', refresh: 'PT1H', events })
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))

describe('lines', () => {
  test.each([
    ['ASCII', 'a'.repeat(200)],
    ['emoji of four bytes', `SUMMARY:${'🦪'.repeat(60)}`],
    ['joined emoji', `SUMMARY:${'👩‍🍳'.repeat(40)}`],
    ['letters of two and three bytes', `SUMMARY:${'éñ豆'.repeat(50)}`],
    ['a mix', `SUMMARY:a${'🦪é'.repeat(50)}`],
  ])('of %s have at most 75 bytes and can be unfolded', (_, line) => {
    const folded = foldLine(line)
    for (const part of folded.split('\r\n')) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
      // A split character would become a replacement character.
      expect(Buffer.from(part).toString()).toBe(part)
      expect(part).not.toMatch(/\p{Surrogate}/u)
    }
    expect(folded.replaceAll('\r\n ', '')).toBe(line)
  })

  test('of 75 bytes are not folded', () => {
    expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75))
    expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
  })

  test('end with CR and LF', () => {
    const text = calendarOf(event)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })
})

describe('a title', () => {
  test.each([
    'Bread, rolls; cakes',
    'A backslash \\ and \\n',
    'Two\nlines',
    `${'Oyster roast 🦪 '.repeat(20)}é`,
    'END:VEVENT\r\nBEGIN:VEVENT'.replace('\r\n', '\n'),
    '"Quoted": yes',
  ])('is read as it was written: %s', (title) => {
    const [read, ...others] = eventsIn(calendarOf({ ...event, title }))
    expect(read?.summary).toBe(title)
    expect(others).toEqual([])
  })

  test('contains no control characters, and its line breaks are the same on all systems', () => {
    expect(escapeText('a\u0000b\u001bc\u007fd\te')).toBe('abcd\te')
    expect(escapeText('a\r\nb\rc\nd')).toBe('a\\nb\\nc\\nd')
  })
})

test('an event is an all-day event that does not block the day', () => {
  const text = calendarOf(event)
  const [read] = eventsIn(text)
  expect(read?.startDate.toString()).toBe('2026-12-04')
  expect(read?.endDate.toString()).toBe('2026-12-05')
  expect(read?.startDate.isDate).toBe(true)
  expect([read?.uid, read?.sequence]).toEqual(['one', 3])
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20261121T170000Z',
      'DTSTART;VALUE=DATE:20261204',
      'DTEND;VALUE=DATE:20261205',
      'TRANSP:TRANSPARENT',
      'URL:https://portal.example/management?show=task-1001',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'X-WR-CALNAME:Palm Bakery posts',
    ]),
  )
})

test('a calendar without events has a time zone, because a calendar must have a component; a calendar with events has none', () => {
  const empty = new ICAL.Component(ICAL.parse(calendarOf()))
  expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  const [zone] = empty.getAllSubcomponents('vtimezone')
  expect(zone && new ICAL.Timezone(zone).tzid).toBe('UTC')
  // Required properties of a time zone (RFC 5545, section 3.6.5).
  const [standard] = zone?.getAllSubcomponents('standard') ?? []
  expect(['dtstart', 'tzoffsetfrom', 'tzoffsetto'].map((name) => standard?.getFirstPropertyValue(name)?.toString())).toEqual([
    '1970-01-01T00:00:00',
    '+00:00',
    '+00:00',
  ])
  expect(calendarOf(event)).not.toContain('VTIMEZONE')
})
