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
