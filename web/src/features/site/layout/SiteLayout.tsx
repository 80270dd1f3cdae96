import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { sitePages } from '../pages.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './SiteLayout.module.css'

export function SiteLayout() {
  const { key, hash } = useLocation()
  useFetchAhead()

  // Scrolls to the top after a navigation without a hash, even if the link leads to the current page.
  useEffect(() => {
    if (key !== 'default' && !hash) window.scrollTo(0, 0)
  }, [key, hash])

  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Header />
      <div id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </div>
      <Footer />
    </div>
  )
}

const SIGNS = ['pointerover', 'focusin'] as const

function fetchAhead({ target }: Event): void {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.origin !== window.location.origin) return
  const page = sitePages.find(({ path }) => path === link.pathname)
  void page?.Content.load()
}

/** Loads the bundle of a page when a link to it is hovered or focused. */
function useFetchAhead(): void {
  useEffect(() => {
    for (const sign of SIGNS) document.addEventListener(sign, fetchAhead, { passive: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, fetchAhead)
    }
  }, [])
}
