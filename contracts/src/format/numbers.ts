import { currentLocale } from './locale.ts'

type Unit = 'year' | 'day' | 'hour' | 'minute' | 'second'

/** Formatters by locale and options. They are cached, because creating a formatter is slow. */
const formatters = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currentLocale()} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(currentLocale(), options)
  formatters.set(key, made)
  return made
}

/** Returns a number with at most `digits` decimal places, for example "12,500" or "2.4". */
export const formatNumber = (value: number, digits = 0): string => numberFormat({ maximumFractionDigits: digits }).format(value)

/** Returns a number with its unit, for example "3 hours". */
export const formatDuration = (count: number, unit: Unit): string =>
  numberFormat({ style: 'unit', unit, unitDisplay: 'long' }).format(count)
