import { useEffect } from 'react'
import { focusHeading, focusMainHeading } from './focus-heading.ts'

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

const PLACES = 'section, dialog'
