const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}

/** Converts an instant to the local time in a time zone, in milliseconds as if it were UTC. The resolution is one second. */
export function shownAt(instant: number, timeZone: string): number {
  return Date.parse(`${formatterOf(timeZone).format(instant).replace(' ', 'T')}Z`)
}

/** Converts a local time, in milliseconds as if it were UTC, to the instant. */
export function instantShowing(shown: number, timeZone: string): number {
  const near = shown - (shownAt(shown, timeZone) - shown)
  return shown - (shownAt(near, timeZone) - near)
}
