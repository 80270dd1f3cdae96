/** Attribute of a section with notes. The panel of an admin has one section for each version. */
export const NOTES_SECTION = 'data-notes'

/**
 * Returns the element that gets the focus after the change of a note: the title of the popup that contains `place`, or the heading of the
 * section. The pressed button may no longer exist after the change.
 */
export function focusTarget(place: Element | null): HTMLElement | undefined {
  const title = place?.closest('[popover]')?.querySelector<HTMLElement>('h3')
  const heading = place?.closest(`[${NOTES_SECTION}]`)?.querySelector<HTMLElement>('h3')
  return title ?? heading ?? undefined
}

/** Attribute of a note in a list. */
export const NOTE_ITEM = 'data-note-item'

/** Returns the heading of the next note in the list that contains `place`, or of the first one if `place` is in the last note. */
export function nextNoteHeading(place: Element | null): HTMLElement | undefined {
  const item = place?.closest(`[${NOTE_ITEM}]`)
  const next = item?.nextElementSibling ?? item?.parentElement?.firstElementChild
  return next && next !== item ? (next.querySelector<HTMLElement>('h4') ?? undefined) : undefined
}
