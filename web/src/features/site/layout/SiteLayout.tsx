import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Footer } from '../pages.ts'
import { Header } from './Header.tsx'
import styles from './SiteLayout.module.css'
import { useFetchAhead } from './use-fetch-ahead.ts'

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
