import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Footer, Header } from './parts.ts'
import styles from './SiteLayout.module.css'

export function SiteLayout() {
  const { key, hash } = useLocation()

  // Scrolls to the top after a navigation without a hash, even if the link leads to the current page.
  useEffect(() => {
    if (key !== 'default' && !hash) window.scrollTo(0, 0)
  }, [key, hash])

  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Suspense fallback={<div className={styles.loadingHeader} />}>
        <Header />
      </Suspense>
      <div id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </div>
      <Suspense>
        <Footer />
      </Suspense>
    </div>
  )
}
