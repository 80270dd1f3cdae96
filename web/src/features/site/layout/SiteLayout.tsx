import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Footer, sitePages } from '../pages.ts'
import { Header } from './Header.tsx'
import styles from './SiteLayout.module.css'

/** The public site's header and footer around a page. */
export function SiteLayout() {
  const { key, hash } = useLocation()
  useFetchAhead()

  // Following a link to the page one is on goes to its top, as a page load would.
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
      <Suspense>
        <Footer />
      </Suspense>
    </div>
  )
}

/** Around the public pages; sign-in and its relatives bring their own. */
export function SiteMain() {
  return (
    <main>
      <Outlet />
    </main>
  )
}

const SIGNS = ['pointerover', 'focusin'] as const

function fetchAhead({ target }: Event): void {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.origin !== window.location.origin) return
  const page = sitePages.find(({ path }) => path === link.pathname)
  void page?.Content.load()
}

/** Fetches the page that a link leads to while the pointer, or the focus, is only just on it. */
function useFetchAhead(): void {
  useEffect(() => {
    for (const sign of SIGNS) document.addEventListener(sign, fetchAhead, { passive: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, fetchAhead)
    }
  }, [])
}
