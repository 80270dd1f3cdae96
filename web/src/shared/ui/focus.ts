import { useEffect } from 'react'

/** Focuses a heading after the content below it was replaced, so that screen readers announce it. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Focuses the main heading of the page, unless the focus is in an input. */
export function focusMainHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  if (heading && !document.activeElement?.matches('input, textarea, select')) focusHeading(heading)
}

const PLACES = 'section, dialog'
const HEADINGS = 'h2, h3'

/** Moves the focus to the heading of the section when the focused element is removed. Otherwise Tab would start at the top of the page. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | undefined
    /**
     * Sections and dialogs around the last focused element, innermost first. If the element is in a dialog, the list ends with the
     * sections around the element that had the focus before the dialog opened.
     */
    let places: Element[] = []

    function remember({ target }: FocusEvent): void {
      last = target as Element
      const before = last.closest('dialog') ? places.filter(({ isConnected }) => isConnected) : []
      places = []
      for (let at = last.closest(PLACES); at; at = at.parentElement?.closest(PLACES) ?? null) places.push(at)
      places.push(...before.filter((place) => !places.includes(place)))
    }

    /** Forgets the last focused element when a click outside of all controls removes the focus. */
    function forget({ target }: FocusEvent): void {
      queueMicrotask(() => {
        if (target === last && last?.isConnected && document.activeElement === document.body) last = undefined
      })
    }

    function restoreFocus(): void {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = undefined
      // Some sections have no such heading.
      const heading = places.find((place) => place.isConnected && place.querySelector(HEADINGS))?.querySelector(HEADINGS)
      if (heading instanceof HTMLElement) focusHeading(heading)
      else focusMainHeading()
    }

    const removals = new MutationObserver(restoreFocus)
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
 * Does what a full page load would do: sets the title and the canonical URL, scrolls to the top, and focuses the main heading. Place this
 * component after the page's content in the same Suspense, so that its effect runs when the content is visible. If two pages share a route,
 * give the component a different React key on each page. Otherwise React reuses the component, and `isFirst` stays true.
 */
export function PageArrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
    if (isFirst) return
    // When a user shares a page, browsers use the canonical URL.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (canonical) canonical.href = new URL(window.location.pathname, canonical.href).href
    window.scrollTo(0, 0)
    focusMainHeading()
  }, [title])

  // Screen readers announce the first page without a focus change. `isFirst` becomes false when the user leaves that page.
  useEffect(
    () => () => {
      isFirst = false
    },
    [],
  )
  return null
}

/**
 * Keeps the focus near a list item that is about to be removed from a dialog. Moves the focus to the last button of the next item, or else
 * of the previous item. If neither item has a button, moves the focus to the file chooser of the dialog. `button` removes the item.
 */
export function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const [next, previous] = [item?.nextElementSibling, item?.previousElementSibling].map((one) =>
    [...(one?.querySelectorAll('button') ?? [])].at(-1),
  )
  const target = next ?? previous ?? button.closest('dialog')?.querySelector<HTMLElement>('input[type="file"]')
  target?.focus()
}
