/** Has the page's heading read out, where something new stands in place of what was read before. */
export function focusMainHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  if (!heading || document.activeElement?.matches('input, textarea, select')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
