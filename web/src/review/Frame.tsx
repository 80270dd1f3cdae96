import { brand } from '@app/contracts/brand.ts'
import { hexOf, isHexColour, readableColour } from '@app/contracts/format/readable-text-color.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { type ReactNode, type Ref, useMemo } from 'react'
import { LogoChip } from '../shared/ui/LogoChip.tsx'
import styles from './Frame.module.css'

interface FrameProps {
  /** Null if the link may not show the company. The page then shows the name of the product. Undefined while the review is loading. */
  company: Review['company'] | undefined
  /** The effect of the recipient's last answer. It is shown above the content. */
  news?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Header, content and footer of the page. */
export function Frame({ company, news, children, ref }: FrameProps) {
  const colour = useMemo(() => companyColour(company?.color ?? null), [company?.color])
  return (
    <div
      ref={ref}
      className={styles.page}
      style={colour ? { '--company': colour } : undefined}
      data-loading={company === undefined || undefined}
    >
      <header className={styles.header}>
        {company ? (
          <>
            <LogoChip name={company.name} src={company.logo} {...(company.color && { colour: company.color })} />
            <p className={styles.name}>{company.name}</p>
          </>
        ) : (
          company === null && <p className={styles.name}>{brand.name}</p>
        )}
      </header>
      <main className={styles.main}>
        <p className={styles.news} role="status" data-shown={Boolean(news)}>
          {news}
        </p>
        {children}
      </main>
    </div>
  )
}

/** Names the sender of the link, and other ways to decide. A colleague has no account, so there is no link to the sign-in page. */
export function FrameFooter({ forColleague = false }: { forColleague?: boolean | undefined }) {
  return (
    <footer className={styles.footer}>
      <p>
        {brand.name} sent you this link.{' '}
        {forColleague ? (
          'Questions? Write to '
        ) : (
          <>
            You can also <a href="/login">sign in</a>, or write to{' '}
          </>
        )}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </p>
    </footer>
  )
}

/** Returns the page's background color in a theme, as #rrggbb. */
function paperIn(theme: 'light' | 'dark'): string {
  const probe = document.createElement('div')
  probe.style.colorScheme = theme
  probe.style.backgroundColor = 'var(--paper)'
  document.body.append(probe)
  const channels = getComputedStyle(probe).backgroundColor.match(/\d+/g) ?? []
  probe.remove()
  return hexOf(channels.slice(0, 3).map(Number))
}

/** Returns the company's color for text on the page's background, as a CSS color for both themes. Undefined without a color. */
function companyColour(colour: string | null): string | undefined {
  if (!isHexColour(colour ?? undefined) || !colour) return undefined
  const [light, dark] = [readableColour(colour, paperIn('light')), readableColour(colour, paperIn('dark'))]
  if (CSS.supports('color', 'light-dark(red, red)')) return `light-dark(${light}, ${dark})`
  return matchMedia('(prefers-color-scheme: dark)').matches ? dark : light
}
