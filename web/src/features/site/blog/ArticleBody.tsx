import type { MouseEvent } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'
import styles from './ArticleBody.module.css'

/** An article's text. Its links to other pages of the product turn the page without loading it anew. */
export function ArticleBody({ html }: { html: string }) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is clicked, by key too
    <div
      className={styles.body}
      onClick={(event) => follow(event, navigate)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made at build time from this repository's files
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function follow(event: MouseEvent, navigate: NavigateFunction): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!link || elsewhere || link.origin !== location.origin) return
  event.preventDefault()
  navigate(link.pathname + link.search + link.hash)
}
