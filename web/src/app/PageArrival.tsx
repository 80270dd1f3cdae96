import { useEffect } from 'react'
import { focusMainHeading } from '../shared/ui/focus-main-heading.ts'

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
