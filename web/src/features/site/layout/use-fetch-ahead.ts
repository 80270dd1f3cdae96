import { useEffect } from 'react'
import { sitePages } from '../pages.ts'

const SIGNS = ['pointerover', 'focusin'] as const

function fetchAhead({ target }: Event): void {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.origin !== window.location.origin) return
  const page = sitePages.find(({ path }) => path === link.pathname)
  void page?.Content.load()
}

/** Loads the bundle of a page when a link to it is hovered or focused. */
export function useFetchAhead(): void {
  useEffect(() => {
    for (const sign of SIGNS) document.addEventListener(sign, fetchAhead, { passive: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, fetchAhead)
    }
  }, [])
}
