interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Titles, controls and status messages, which toasts do not cover if there is space elsewhere. Labels are part of this, because a toast on
 * a label would hide the meaning of the control.
 */
const LEFT_VISIBLE = 'h1, h2, h3, p[role="status"], a[href], button, input, select, textarea, summary, label, [role="tab"]'

/**
 * Returns the top edge of the toasts in px. This edge is the first position below the bars of a page or dialog (`home`) with enough free
 * space: the toasts cover no title, no control and no field in error. If no visible position is free, the toasts avoid only the titles and
 * the fields in error. If that is not possible either, they avoid only the fields in error, and then only the field with the focus.
 */
export function findToastTop(home: HTMLElement, toasts: HTMLElement): number {
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight }
  const start = Math.max(endOfBars(home), offsetTop)
  const needed = toasts.getBoundingClientRect().height
  const errors = errorAreas(home).filter((area) => isBeside(area, toasts))
  const titles = areasOf(home, toasts, 'h1, h2')
  const candidates = [
    [...areasOf(home, toasts, LEFT_VISIBLE), ...errors],
    [...titles, ...errors],
    errors,
    errors.filter(({ isFocused }) => isFocused),
  ].map((avoided) => topBelow(avoided, start, needed))
  return candidates.find((top) => top + needed <= offsetTop + height) ?? start
}

/** Returns whether the toasts cover a bar or a field in error. While a page scrolls, toasts move only in this case. */
export function coverBarsOrErrors(home: HTMLElement, toasts: HTMLElement): boolean {
  const { top, bottom } = toasts.getBoundingClientRect()
  return top < endOfBars(home) || errorAreas(home).some((area) => isBeside(area, toasts) && area.top < bottom && top < area.bottom)
}

function isBeside(area: Area, toasts: HTMLElement): boolean {
  const { left, right } = toasts.getBoundingClientRect()
  return area.left < right && left < area.right
}

/** Returns the areas of the visible elements that match a selector and share horizontal space with the toasts. */
function areasOf(home: HTMLElement, toasts: HTMLElement, selector: string): Area[] {
  return [...home.querySelectorAll(selector)].flatMap((element) => {
    const area = element.getBoundingClientRect()
    const isAhead = area.height > 0 && area.bottom > 0 && area.top < window.innerHeight && isBeside(area, toasts)
    return isAhead && !toasts.contains(element) && element.checkVisibility({ visibilityProperty: true }) ? [area] : []
  })
}

/** Returns the first position from `start` on at which `needed` px are free of the areas. */
function topBelow(areas: readonly Area[], start: number, needed: number): number {
  let top = start
  for (const area of areas.toSorted((a, b) => a.top - b.top)) if (area.top < top + needed && top < area.bottom) top = area.bottom
  return top
}

/** Returns the bottom edge, in px, of the lowest bar of a page or dialog. Bars have `data-bar`, for example the top bar. */
function endOfBars(home: HTMLElement): number {
  const bars = [...home.querySelectorAll('[data-bar]')].filter((bar) => bar.closest('dialog, body') === home)
  return Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom))
}

/** Returns the areas of the fields in error: each with its labels, its control and its error message. */
function errorAreas(home: HTMLElement): (Area & { isFocused: boolean })[] {
  const messages = [...home.querySelectorAll('[data-field-error]')].filter(({ textContent }) => textContent !== '')
  return messages.map((message) => {
    const controls = [...home.querySelectorAll<HTMLInputElement>(`[aria-describedby~="${message.id}"]`)]
    const parts = [message, ...controls, ...controls.flatMap(({ labels }) => [...(labels ?? [])])]
    const rects = parts.map((part) => part.getBoundingClientRect())
    return {
      top: Math.min(...rects.map(({ top }) => top)),
      bottom: Math.max(...rects.map(({ bottom }) => bottom)),
      left: Math.min(...rects.map(({ left }) => left)),
      right: Math.max(...rects.map(({ right }) => right)),
      isFocused: controls.some((control) => control.contains(document.activeElement)),
    }
  })
}
