import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import styles from './MailFrame.module.css'

/** Typical widths of email apps, in CSS pixels. On a desktop, the frame can be wider: emails have a maximum width, and are centered. */
const widths = { desk: 640, phone: 375 }

interface MailFrameProps {
  html: string
  on: keyof typeof widths
  scheme: 'light' | 'dark'
}

/** Shows an email in a frame. Scripts in the email do not run, and links do nothing. Scales the email down on narrow screens. */
export function MailFrame({ html, on, scheme }: MailFrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(widths.desk)
  const [height, setHeight] = useState(0)
  const width = on === 'desk' ? Math.max(widths.desk, available) : widths.phone
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
    applyStyles(page, scheme)
    stopLinks(page)
    setHeight(page.documentElement.scrollHeight)
  }

  return (
    <div ref={room} className={styles.room} data-on={on} style={{ '--scale': scale, '--width': `${width}px`, '--height': `${height}px` }}>
      <iframe
        // A new key remounts the frame, so that the email is laid out again.
        key={`${on} ${scheme}`}
        className={styles.frame}
        data-scheme={scheme}
        title="Email preview"
        sandbox="allow-same-origin"
        srcDoc={withoutStyles(html)}
        onLoad={arrive}
      />
    </div>
  )
}

/**
 * Hides styles from the browser's parser. Otherwise the content security policy would block each style and log an error. The policy allows
 * `applyStyles` to set the styles from a script.
 */
const withoutStyles = (html: string): string =>
  html.replaceAll(' style="', ' data-style="').replaceAll('<style>', '<template>').replaceAll('</style>', '</template>')

/** Disables links. A click would replace the email with a page that the content security policy blocks. */
function stopLinks(page: Document): void {
  for (const type of ['click', 'auxclick']) page.addEventListener(type, (event) => event.preventDefault())
}

/** Applies the styles that `withoutStyles` has hidden. */
function applyStyles(page: Document, scheme: 'light' | 'dark'): void {
  page.documentElement.style.colorScheme = scheme
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
  const view = page.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  page.adoptedStyleSheets = [...page.querySelectorAll('template')].map(({ content }) => {
    const sheet = new view.CSSStyleSheet()
    // Replaces the media query for the color scheme, so that the preview shows the chosen scheme instead of the system's.
    sheet.replaceSync(
      (content.textContent ?? '').replaceAll(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, preferred) =>
        preferred === scheme ? '(min-width: 0)' : '(max-width: 0)',
      ),
    )
    return sheet
  })
}
