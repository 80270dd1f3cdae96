import { useEffect } from 'react'

let firstPage = true

/**
 * What a full page load would have done: title and address in the head, top of the page, and focus on the main heading so
 * that it is read out. Stands after the page's content in the same Suspense, so it runs once that is on screen.
 */
export function PageArrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
    if (!firstPage) {
      // Browsers share the canonical address, not the one in their bar.
      const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
      if (canonical) canonical.href = new URL(window.location.pathname, canonical.href).href
      window.scrollTo(0, 0)
      focusMainHeading()
    }
    firstPage = false
  }, [title])
  return null
}

function focusMainHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  if (!heading || document.activeElement?.matches('input, textarea, select')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
