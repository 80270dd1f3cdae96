import type { ReactNode } from 'react'
import styles from './Button.module.css'

interface ExternalLinkProps {
  href: string
  className?: string | undefined
  children: ReactNode
}

/** A link to a page of another website. It opens in a new tab, which gets no access to this page. */
export const ExternalLink = ({ href, className, children }: ExternalLinkProps) => (
  <a href={href} className={className} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)

/** An external link that looks like a button. */
export const ExternalButton = (link: Omit<ExternalLinkProps, 'className'>) => (
  <ExternalLink {...link} className={`${styles.button} ${styles.primary} ${styles.medium}`} />
)
