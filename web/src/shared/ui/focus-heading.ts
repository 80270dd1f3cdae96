/** Has a heading read out, where something new stands in place of what was read before. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The page's own, unless somebody is typing. */
export function focusMainHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  if (heading && !document.activeElement?.matches('input, textarea, select')) focusHeading(heading)
}
