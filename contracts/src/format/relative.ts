import { currentLocale } from './locale.ts'

/** Returns "yesterday" for -1, "today" for 0 and "tomorrow" for 1. */
export const formatRelativeDay = (days: number): string =>
  new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(days, 'day')

/** Returns how long ago something was, for example "2 hours ago". */
export const formatAgo = (count: number, unit: 'minute' | 'hour' | 'day'): string =>
  new Intl.RelativeTimeFormat(currentLocale()).format(-count, unit)
