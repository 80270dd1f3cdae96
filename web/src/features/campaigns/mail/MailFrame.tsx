import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import styles from './MailFrame.module.css'

/** What mails are mostly read on, in px. */
const widths = { desk: 640, phone: 375 }

interface MailFrameProps {
  html: string
  on: keyof typeof widths
  scheme: 'light' | 'dark'
}

/** An email as an email client shows it, in a frame without scripts and working links. It is scaled down if there is less room. */
export function MailFrame({ html, on, scheme }: MailFrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(widths.desk)
  const [height, setHeight] = useState(0)
  const width = widths[on]
  const scale = Math.min(1, available / width)

  useEffect(() => {
    if (!room.current) return
    const sizes = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width))
    sizes.observe(room.current)
    return () => sizes.disconnect()
  }, [])

  function arrive({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
    const page = currentTarget.contentDocument
    if (!page) return
    dress(page, scheme)
    stopLinks(page)
    setHeight(page.documentElement.scrollHeight)
  }

  return (
    <div ref={room} className={styles.room} style={{ '--scale': scale, '--width': `${width}px`, '--height': `${height}px` }}>
      <iframe
        // Laid out anew.
        key={`${on} ${scheme}`}
        className={styles.frame}
        data-scheme={scheme}
        title="Preview of the mail"
        sandbox="allow-same-origin"
        srcDoc={laidAside(html)}
        onLoad={arrive}
      />
    </div>
  )
}

/**
 * The page's policy keeps out all styles that stand in markup, which is where a mail has them; from a script it takes them. Till
 * then they stand where it does not look: it would complain of each in the console.
 */
const laidAside = (html: string): string =>
  html.replaceAll(' style="', ' data-style="').replaceAll('<style>', '<template>').replaceAll('</style>', '</template>')

/** Links do nothing: otherwise a click replaces the email in the frame by a page that the content security policy blocks. */
function stopLinks(page: Document): void {
  for (const type of ['click', 'auxclick']) page.addEventListener(type, (event) => event.preventDefault())
}

/** Applies the styles that `laidAside` set aside. */
function dress(page: Document, scheme: 'light' | 'dark'): void {
  page.documentElement.style.colorScheme = scheme
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
  const view = page.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  page.adoptedStyleSheets = [...page.querySelectorAll('template')].map(({ content }) => {
    const sheet = new view.CSSStyleSheet()
    // What it asks the machine for is chosen here.
    sheet.replaceSync(
      (content.textContent ?? '').replaceAll(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, asked) =>
        asked === scheme ? '(min-width: 0)' : '(max-width: 0)',
      ),
    )
    return sheet
  })
}
