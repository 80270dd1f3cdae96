import type { ReactNode } from 'react'
import styles from './Button.module.css'
import type { ButtonTone } from './Button.tsx'
import { Link, type LinkProps } from './Link.tsx'

interface LinkButtonProps extends LinkProps {
  tone?: ButtonTone
  size?: 'medium' | 'small'
  icon?: ReactNode
}

/** A link that looks like a button. */
export function LinkButton({ tone = 'primary', size = 'medium', icon, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={`${styles.button} ${styles[tone]} ${styles[size]}`}>
      {icon}
      {children}
    </Link>
  )
}
