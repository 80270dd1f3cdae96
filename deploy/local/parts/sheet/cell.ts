/** A cell as in Google Sheets, where a date is a number of days with a date format. */
export interface Cell {
  value: string | number | boolean
  format?: string
  formula?: string
}

/** A value that a script writes into a cell. Strings are interpreted like text that a user types. */
export type Input = string | number | boolean | Date

const TEXT = '@'
const DATE = 'm/d/yyyy'
const DATE_AND_TIME = 'm/d/yyyy h:mm:ss'
const DAY_MS = 86_400_000
/** Number of days from 1899-12-30, day 0 in Google Sheets, to 1970-01-01. */
const EPOCH = 25_569
/** Value of all formula cells, because the development spreadsheet does not calculate formulas. */
const NOT_CALCULATED = '#ERROR!'

const two = (number: number): string => String(number).padStart(2, '0')
const american = (shown: Date): string => `${shown.getUTCMonth() + 1}/${shown.getUTCDate()}/${shown.getUTCFullYear()}`
const clock = (shown: Date): string => `${shown.getUTCHours()}:${two(shown.getUTCMinutes())}:${two(shown.getUTCSeconds())}`
const dateFormats: Readonly<Record<string, (shown: Date) => string>> = {
  [DATE]: american,
  [DATE_AND_TIME]: (shown) => `${american(shown)} ${clock(shown)}`,
  'yyyy-mm-dd': (shown) => shown.toISOString().slice(0, 10),
}

/**
 * Returns the date and time that a date cell shows. The result is the UTC instant with the same date and time, in milliseconds since 1970.
 * Returns undefined for other cells.
 */
export function shownTime({ value, format = '' }: Cell): number | undefined {
  if (typeof value !== 'number' || !dateFormats[format]) return undefined
  return Math.round((value - EPOCH) * 86_400) * 1000
}

function dateCell(shown: number, format = shown % DAY_MS === 0 ? DATE : DATE_AND_TIME): Cell {
  return { value: shown / DAY_MS + EPOCH, format }
}

export function displayOf(cell: Cell): string {
  const { value, format = '' } = cell
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const shown = shownTime(cell)
  if (shown !== undefined) return dateFormats[format]?.(new Date(shown)) ?? ''
  return /^0+$/.test(format) ? String(Math.round(Number(value))).padStart(format.length, '0') : String(value)
}

/** Returns the text that the cell's editor shows. If a user types this text, the result is the same cell. */
export function typedTextOf(cell: Cell): string {
  if (cell.formula) return cell.formula
  const text = displayOf(cell)
  if (typeof cell.value !== 'string' || cell.format === TEXT || text === '') return text
  const { value, formula } = parse(text)
  return value === text && !formula ? text : `'${text}`
}

/** Returns the cell after a user typed a text into it. The spreadsheet uses the formats of the US. */
export function typeInto(before: Cell | undefined, text: string): Cell {
  const { format } = before ?? {}
  if (text === '') return { value: '', ...(format && { format }) }
  if (format === TEXT) return { value: text, format }
  const typed = parse(text)
  const keepsFormat = format && typeof typed.value === 'number' && Boolean(dateFormats[format]) === Boolean(typed.format)
  return keepsFormat ? { ...typed, format } : { ...(format && { format }), ...typed }
}

function parse(text: string): Cell {
  if (text.startsWith("'")) return { value: text.slice(1) }
  if (/^=|^[+-](?!\s*[\d.,]+$)/.test(text)) return { value: NOT_CALCULATED, formula: text.startsWith('=') ? text : `=${text}` }
  if (/^(true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true' }
  return parseDate(text) ?? parseNumber(text) ?? { value: text }
}

function parseNumber(text: string): Cell | undefined {
  const [, number, percent] = /^([+-]?\$?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[+-]?\d+)?)(%?)$/i.exec(text.trim()) ?? []
  if (!number || !/\d/.test(number)) return undefined
  const value = Number(number.replaceAll(/[$,]/g, ''))
  if (Number.isNaN(value)) return undefined
  return percent ? { value: value / 100 } : { value }
}

function parseDate(text: string): Cell | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  const us = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/.exec(text)
  if (iso) {
    const [year = 0, month = 0, day = 0, ...time] = iso.slice(1).map((part) => Number(part ?? 0))
    return cellOfDay(year, month, day, time)
  }
  if (!us) return undefined
  const [month = 0, day = 0] = us.slice(1, 3).map(Number)
  const year = us[3] === undefined ? new Date().getFullYear() : Number(us[3]) + (us[3].length === 2 ? 2000 : 0)
  return cellOfDay(year, month, day)
}

function cellOfDay(year: number, month: number, day: number, [hours = 0, minutes = 0, seconds = 0]: number[] = []): Cell | undefined {
  const shown = Date.UTC(year, month - 1, day, hours, minutes, seconds)
  const date = new Date(shown)
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day ? dateCell(shown) : undefined
}

export function putInto(before: Cell | undefined, input: Input, shownAt: (date: Date) => number): Cell {
  if (typeof input === 'string') return typeInto(before, input)
  const { format } = before ?? {}
  const plain: Cell = typeof input === 'object' ? dateCell(shownAt(input)) : { value: input }
  if (format === TEXT) return { value: displayOf(plain), format }
  return format && (!plain.format || dateFormats[format]) ? { ...plain, format } : plain
}
