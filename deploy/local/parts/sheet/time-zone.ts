const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}

/**
 * Converts an instant to the local time in a time zone. The result is the UTC instant with the same date and time, in milliseconds since
 * 1970. The resolution is one second.
 */
export function shownAt(instant: number, timeZone: string): number {
  return Date.parse(`${formatterOf(timeZone).format(instant).replace(' ', 'T')}Z`)
}

/** Converts a local time in a time zone to the instant. `shown` is a result of `shownAt`, or has the same format. */
export function instantShowing(shown: number, timeZone: string): number {
  const near = shown - (shownAt(shown, timeZone) - shown)
  return shown - (shownAt(near, timeZone) - near)
}
