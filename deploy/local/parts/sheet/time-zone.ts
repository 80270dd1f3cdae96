const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}

/** What the clocks of a zone show at an instant, to the second, as if they were UTC. */
export function shownAt(instant: number, timeZone: string): number {
  return Date.parse(`${formatterOf(timeZone).format(instant).replace(' ', 'T')}Z`)
}

/** The instant at which they show it. */
export function instantShowing(shown: number, timeZone: string): number {
  const near = shown - (shownAt(shown, timeZone) - shown)
  return shown - (shownAt(near, timeZone) - near)
}
