import { brand } from '@app/contracts/brand.ts'
import type { FunctionComponent, ReactNode } from 'react'
import { Brandmark } from '../shared/ui/Brandmark.tsx'
import { Button } from '../shared/ui/Button.tsx'
import { PageArrival, useKeptFocus } from '../shared/ui/focus.ts'
import { type FailedPart, type LazyPart, lazyPart } from '../shared/ui/lazy-part.tsx'
import { Skeleton } from '../shared/ui/states.tsx'
import styles from './Page.module.css'

export interface Titled {
  title?: string
}

export interface AppPage {
  path: string
  /** Document title. If undefined, the page itself sets the title. */
  title?: string
  Content: LazyPart<Titled>
}

export const titled = (name: string): string => `${name} · ${brand.name}`

export function PageMissing({ title, busy, onRetry }: Titled & FailedPart) {
  return (
    <>
      <MessagePage
        title="We couldn’t load this page"
        text="Your saved work is safe. Check your connection and try again."
        action={
          <Button state={busy ? 'busy' : 'idle'} onClick={onRetry}>
            Try again
          </Button>
        }
      />
      <PageArrival title={title ?? brand.name} />
    </>
  )
}

/** A page in its own chunk. Shows a skeleton while the chunk is loading. */
export const page = (fetch: () => Promise<{ default: FunctionComponent }>): LazyPart<Titled> =>
  lazyPart(fetch, { waiting: <PageSkeleton />, missing: PageMissing })

/**
 * The page of a route. `PageArrival` sets the document title and focuses the heading. If the route has no title, the page's content must
 * render `PageArrival`.
 */
export function Page({ title, of: Content }: Titled & { of: LazyPart<Titled> }) {
  const arrived = Content.useArrived()
  useKeptFocus()
  return (
    <>
      <Content {...(title && { title })} />
      {arrived && title && <PageArrival title={title} />}
    </>
  )
}

export function PageSkeleton() {
  return (
    <div role="status" className={styles.skeleton} aria-busy="true" aria-label="Loading">
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      <Skeleton shape="block" />
    </div>
  )
}

/** The skeleton of a page below the header of the site. */
export const SitePageSkeleton = () => (
  <div className={styles.belowHeader}>
    <PageSkeleton />
  </div>
)

interface MessagePageProps {
  title: string
  text: string
  action: ReactNode
  /** Shows the logo, for pages without a header. */
  branded?: boolean
}

export function MessagePage({ title, text, action, branded = false }: MessagePageProps) {
  return (
    <main className={styles.message}>
      {branded && <Brandmark />}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>{action}</div>
      <p className={styles.help}>
        Still stuck? Write to <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </p>
    </main>
  )
}
