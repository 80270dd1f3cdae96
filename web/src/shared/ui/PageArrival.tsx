import { useEffect } from 'react'
import { focusMainHeading } from './focus-heading.ts'

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
