import { type CalendarDate, isCalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { normalizeWord } from './words.ts'

const MONTHS: readonly string[] = [
  'jan ene gen janv janvier januar enero gennaio',
  'feb fév fev février febrero febbraio februar',
  'mar mär mrz maa mars marzo março maart märz',
  'apr abr avr april abril avril aprile',
  'may mai mei mag mayo maggio maio',
  'jun juin giu juni junio giugno junho',
  'jul juil lug juli julio luglio julho juillet',
  'aug ago aoû aou août agosto august',
  'sep set sept septembre septiembre settembre setembro september',
  'oct okt ott out octobre octubre ottobre outubro oktober',
  'nov november novembre noviembre novembro',
  'dec dez dic déc décembre diciembre dicembre dezembro dezember december',
]
const monthNumbers = new Map(MONTHS.flatMap((names, index) => names.split(' ').map((name) => [normalizeWord(name), index + 1] as const)))

function monthOf(name: string): number | undefined {
  const word = normalizeWord(name)
  return monthNumbers.get(word) ?? monthNumbers.get(word.slice(0, 3))
}

/** Converts a year with two digits: 00 to 69 mean 2000 to 2069, and 70 to 99 mean 1970 to 1999. */
const fullYear = (year: string): number => (year.length === 2 ? Number(year) + (Number(year) < 70 ? 2_000 : 1_900) : Number(year))

function dateOf(year: string, month: number | undefined, day: number): CalendarDate | undefined {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = month === undefined ? '' : `${String(fullYear(year)).padStart(4, '0')}-${two(month)}-${two(day)}`
  return isCalendarDate(date) ? date : undefined
}

/** Reads the first number as the month (en-US). If that gives no date, reads it as the day. */
const monthFirst = (first: number, second: number, year: string) => dateOf(year, first, second) ?? dateOf(year, second, first)

/** Returns a date only if the order of day and month is clear: one number is greater than 12, or both are equal. */
const unambiguous = (first: number, second: number, year: string) =>
  first > 12 || second > 12 || first === second ? monthFirst(first, second, year) : undefined

/** Serial number of 1970-01-01 in spreadsheets. */
const SERIAL_OF_1970 = 25_569
/** Serial numbers that are parsed as dates, from 1954 to 2119. Other numbers are probably not dates. */
const [FIRST_SERIAL, LAST_SERIAL] = [20_000, 80_000]

function fromSerial(serial: number): CalendarDate | undefined {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined
  return new Date((Math.floor(serial) - SERIAL_OF_1970) * 86_400_000).toISOString().slice(0, 10)
}

type Read = (parts: RegExpExecArray, timeZone: string) => CalendarDate | undefined

/** Optional time of day after a date, and any text after the time. */
const TIME = String.raw`(?:,?\s+\d{1,2}:\d{2}.*)?$`
const NAME = String.raw`([\p{L}]{3,})`

const forms: readonly [RegExp, Read][] = [
  // ISO 8601 instant, as in JSON. The day depends on the time zone.
  [/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/, ([text], timeZone) => instantDay(text, timeZone)],
  [new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T[\d:.]+)?${TIME}`), ([, y = '', m, d]) => dateOf(y, Number(m), Number(d))],
  [new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})${TIME}`), ([, a, b, y = '']) => monthFirst(Number(a), Number(b), y)],
  [new RegExp(String.raw`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})${TIME}`), ([, d, m, y = '']) => dateOf(y, Number(m), Number(d))],
  [new RegExp(String.raw`^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})${TIME}`), ([, a, b, y = '']) => unambiguous(Number(a), Number(b), y)],
  // For example "Tue Mar 05 2024 …" and "March 5th, 2024".
  [
    new RegExp(String.raw`^(?:[\p{L}]+\.?,?\s+)?${NAME}\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:\s.*)?$`, 'u'),
    ([, name = '', d, y = '']) => dateOf(y, monthOf(name), Number(d)),
  ],
  // For example "5 March 2024", "5. März 2024", "5 de marzo de 2024" and "5-Mar-24".
  [
    new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:de\s+)?${NAME}\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})${TIME}`, 'u'),
    ([, d, name = '', y = '']) => dateOf(y, monthOf(name), Number(d)),
  ],
  [/^\d{5}(?:\.\d+)?$/, ([text]) => fromSerial(Number(text))],
]

/** Returns the day of an instant in a time zone, or undefined for years before 1000, because they have fewer than four digits. */
function instantDay(text: string, timeZone: string): CalendarDate | undefined {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) return undefined
  const day = todayIn(timeZone, instant)
  return isCalendarDate(day) ? day : undefined
}

/** Maximum length of a date. The longest form has a time of day and a time zone name after the date. */
const MAX_DATE_LENGTH = 200

/** Parses the date in a cell. Returns undefined if the cell is not a date. `timeZone` matters for instants only. */
export function parseDate(cell: string, timeZone: string): CalendarDate | undefined {
  const text = cell.trim()
  if (text.length > MAX_DATE_LENGTH) return undefined
  for (const [form, read] of forms) {
    const parts = form.exec(text)
    if (parts) return read(parts, timeZone)
  }
  return undefined
}
