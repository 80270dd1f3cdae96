interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Returns the top edge of the toasts in px, below the bars of a page or dialog (`home`). If the toasts would cover a field in error, the
 * top edge is below this field. If the toasts do not fit into the visible part of the page there, they avoid only the field with the focus.
 */
export function findToastTop(home: HTMLElement, toasts: HTMLElement): number {
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight }
  const start = Math.max(endOfBars(home), offsetTop)
  const { left, right, height: needed } = toasts.getBoundingClientRect()
  const areas = errorAreas(home).filter((area) => area.left < right && left < area.right)
  const candidates = [areas, areas.filter(({ isFocused }) => isFocused)].map((avoided) => topBelow(avoided, start, needed))
  return candidates.find((top) => top + needed <= offsetTop + height) ?? start
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
