import { currentLocale } from './locale.ts'

/** Formatters by locale and options. They are cached, because creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of the current locale with these options. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(currentLocale(), options)
  formatters.set(key, made)
  return made
}
