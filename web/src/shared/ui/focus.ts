import { useEffect } from 'react'

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

const PLACES = 'section, dialog'

/**
 * When what had the focus goes away (a card whose task was approved, a button that did its work), the heading of where it
 * stood gets it. To the browser it would be nowhere: read out by nobody, and the next Tab begins at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | undefined
    /** Where it stood, from the inside out; then, of a window, where it was opened from: that may be gone before the window is. */
    let places: Element[] = []

    function remember({ target }: FocusEvent): void {
      last = target as Element
      const before = last.closest('dialog') ? places.filter(({ isConnected }) => isConnected) : []
      places = []
      for (let at = last.closest(PLACES); at; at = at.parentElement?.closest(PLACES) ?? null) places.push(at)
      places.push(...before.filter((place) => !places.includes(place)))
    }

    /** A click beside everything takes the focus away as well, and is meant to. */
    function forget({ target }: FocusEvent): void {
      queueMicrotask(() => {
        if (target === last && last?.isConnected && document.activeElement === document.body) last = undefined
      })
    }

    function mend(): void {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = undefined
      const heading = places.find(({ isConnected }) => isConnected)?.querySelector('h2, h3')
      if (heading instanceof HTMLElement) focusHeading(heading)
      else focusMainHeading()
    }

    const removals = new MutationObserver(mend)
    removals.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', forget)
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', forget)
    }
  }, [])
}

let isFirst = true

/**
 * What a full page load would have done: title and address in the head, top of the page, and focus on the main heading so
 * that it is read out. Stands after the page's content in the same Suspense, so it runs once that is on screen. With a
 * key where several pages are one to the router.
 */
export function PageArrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
    if (isFirst) return
    // Browsers share the canonical address, not the one in their bar.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (canonical) canonical.href = new URL(window.location.pathname, canonical.href).href
    window.scrollTo(0, 0)
    focusMainHeading()
  }, [title])

  // The browser itself says where it begins.
  useEffect(
    () => () => {
      isFirst = false
    },
    [],
  )
  return null
}
