/** Attribute of the sections with notes. An admin sees the notes of several versions. */
export const NOTES_SECTION = 'data-notes'

/**
 * Returns the element that gets the focus after the change of a note, because the pressed button may be gone then: the title of the popup
 * that contains `place`, or the heading of the section.
 */
export function focusTarget(place: Element | null): HTMLElement | undefined {
  const title = place?.closest('[popover]')?.querySelector<HTMLElement>('h3')
  const heading = place?.closest(`[${NOTES_SECTION}]`)?.querySelector<HTMLElement>('h3')
  return title ?? heading ?? undefined
}
