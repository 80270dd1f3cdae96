/** Space between a popup and its anchor, and between a popup and the edges of the window, in px. */
const GAP = 8
/** Windows narrower than this are phones, as in `NotePopup.module.css`. */
const PHONE = '(width < 640px)'
/** A sheet covers at most this part of the visible height, so that there is space for the pin above it. */
const SHEET_MAX = 0.6
/** Custom property with the height that the sheet and the keyboard cover. Scrollable elements add this space at their end. */
const ROOM = '--note-room'

/**
 * Places a popup beside its anchor and keeps it there until the returned function is called. On a phone, places the popup as a sheet above
 * the keyboard, and scrolls the anchor into the space above the sheet.
 */
export function placePopup(popup: HTMLElement, anchor: HTMLElement): () => void {
  const phone = window.matchMedia(PHONE)
  const place = () => (phone.matches ? placeSheet(popup) : placeBeside(popup, anchor))

  function placeAndReveal(): void {
    place()
    const free = phone.matches ? spaceAbove(popup) : { top: GAP, bottom: window.innerHeight - GAP }
    reveal(anchor, free)
    place()
  }

  /** Follows the keyboard. A pinch also changes the visible part, but must not scroll the page. */
  function follow(): void {
    if ((window.visualViewport?.scale ?? 1) > 1) place()
    else placeAndReveal()
  }

  placeAndReveal()
  const stop = new AbortController()
  const { signal } = stop
  // The keyboard appears after the popup has opened.
  window.visualViewport?.addEventListener('resize', follow, { signal })
  window.visualViewport?.addEventListener('scroll', place, { signal })
  window.addEventListener('resize', place, { signal })
  document.addEventListener('scroll', place, { signal, capture: true, passive: true })
  const sized = new ResizeObserver(place)
  sized.observe(popup)
  return () => {
    stop.abort()
    sized.disconnect()
    document.documentElement.style.removeProperty(ROOM)
  }
}

/** Returns the part of the window that the keyboard leaves visible. */
function visible(): { top: number; bottom: number } {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
  return { top: offsetTop, bottom: offsetTop + height }
}

function placeSheet(popup: HTMLElement): void {
  const { top, bottom } = visible()
  const covered = window.innerHeight - bottom
  popup.style.top = 'auto'
  popup.style.left = ''
  popup.style.bottom = `${covered}px`
  popup.style.setProperty('--popup-height', `${(bottom - top) * SHEET_MAX}px`)
  document.documentElement.style.setProperty(ROOM, `${covered + popup.offsetHeight}px`)
}

const spaceAbove = (popup: HTMLElement) => ({ top: visible().top + GAP, bottom: popup.getBoundingClientRect().top - GAP })

/** Places the popup to the right of the anchor, to the left if there is no space, and otherwise over the anchor's picture. */
function placeBeside(popup: HTMLElement, anchor: HTMLElement): void {
  const { left, right, top } = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth, offsetHeight } = popup
  const onRight = right + GAP + offsetWidth <= clientWidth - GAP
  const wanted = onRight ? right + GAP : left - GAP - offsetWidth
  popup.style.bottom = 'auto'
  popup.style.left = `${Math.max(GAP, Math.min(wanted, clientWidth - offsetWidth - GAP))}px`
  popup.style.top = `${Math.max(GAP, Math.min(top, clientHeight - offsetHeight - GAP))}px`
  popup.style.setProperty('--popup-height', `${clientHeight - 2 * GAP}px`)
}

/** Scrolls the scrollable elements around the anchor, from the inside out, until the anchor is in the free space. */
function reveal(anchor: HTMLElement, free: { top: number; bottom: number }): void {
  for (let around = anchor.parentElement; around; around = around.parentElement) {
    const { top, bottom } = anchor.getBoundingClientRect()
    if (top >= free.top && bottom <= free.bottom) return
    if (!isScrollable(around)) continue
    // The anchor moves to the middle of the free space. `instant`, because the popup is placed right after.
    around.scrollBy({ top: (top + bottom) / 2 - (free.top + free.bottom) / 2, behavior: 'instant' })
  }
}

function isScrollable(element: HTMLElement): boolean {
  if (element === document.documentElement) return true
  return element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
}
