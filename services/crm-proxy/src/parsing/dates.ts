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

/** Two digits of a year are of this century, or of the last one's end. */
const fullYear = (year: string): number => (year.length === 2 ? Number(year) + (Number(year) < 70 ? 2_000 : 1_900) : Number(year))

function dateOf(year: string, month: number | undefined, day: number): CalendarDate | undefined {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = month === undefined ? '' : `${String(fullYear(year)).padStart(4, '0')}-${two(month)}-${two(day)}`
  return isCalendarDate(date) ? date : undefined
}

/** The first is the month, as en-US has it, unless only the other way round makes a date. */
const monthFirst = (first: number, second: number, year: string) => dateOf(year, first, second) ?? dateOf(year, second, first)

/** Only where one of them can be no month, or both are the same. */
const unambiguous = (first: number, second: number, year: string) =>
  first > 12 || second > 12 || first === second ? monthFirst(first, second, year) : undefined

/** Days of a spreadsheet's serial numbers before 1970-01-01. */
const SERIAL_OF_1970 = 25_569
/** Plain numbers from 1954 to 2119 as serials; any others are more likely something else. */
const [FIRST_SERIAL, LAST_SERIAL] = [20_000, 80_000]

function fromSerial(serial: number): CalendarDate | undefined {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined
  return new Date((Math.floor(serial) - SERIAL_OF_1970) * 86_400_000).toISOString().slice(0, 10)
}

type Read = (parts: RegExpExecArray, timeZone: string) => CalendarDate | undefined

/** What may follow a date: the time of day, in any wording. */
const TIME = String.raw`(?:,?\s+\d{1,2}:\d{2}.*)?$`
const NAME = String.raw`([\p{L}]{3,})`

const forms: readonly [RegExp, Read][] = [
  // An instant, as JSON has it: whose day it is depends on where.
  [/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/, ([text], timeZone) => instantDay(text, timeZone)],
  [new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T[\d:.]+)?${TIME}`), ([, y = '', m, d]) => dateOf(y, Number(m), Number(d))],
  [new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})${TIME}`), ([, a, b, y = '']) => monthFirst(Number(a), Number(b), y)],
  [new RegExp(String.raw`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})${TIME}`), ([, d, m, y = '']) => dateOf(y, Number(m), Number(d))],
  [new RegExp(String.raw`^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})${TIME}`), ([, a, b, y = '']) => unambiguous(Number(a), Number(b), y)],
  // Tue Mar 05 2024 …, March 5th, 2024
  [
    new RegExp(String.raw`^(?:[\p{L}]+\.?,?\s+)?${NAME}\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:\s.*)?$`, 'u'),
    ([, name = '', d, y = '']) => dateOf(y, monthOf(name), Number(d)),
  ],
  // 5 March 2024, 5. März 2024, 5 de marzo de 2024, 5-Mar-24
  [
    new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:de\s+)?${NAME}\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})${TIME}`, 'u'),
    ([, d, name = '', y = '']) => dateOf(y, monthOf(name), Number(d)),
  ],
  [/^\d{5}(?:\.\d+)?$/, ([text]) => fromSerial(Number(text))],
]

/** The day of an instant in a time zone. Years before 1000 are not formatted with four digits and count as no date. */
function instantDay(text: string, timeZone: string): CalendarDate | undefined {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) return undefined
  const day = todayIn(timeZone, instant)
  return isCalendarDate(day) ? day : undefined
}

/** Longer texts are no date. The longest form has a time of day and the name of a time zone behind the date. */
const LONGEST_DATE = 200

/** Returns the date that a cell means, or undefined for anything else. Only instants depend on the time zone. */
export function parseDate(cell: string, timeZone: string): CalendarDate | undefined {
  const text = cell.trim()
  if (text.length > LONGEST_DATE) return undefined
  for (const [form, read] of forms) {
    const parts = form.exec(text)
    if (parts) return read(parts, timeZone)
  }
  return undefined
}
