import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './Button.module.css'
import type { ButtonTone } from './Button.tsx'

interface LinkButtonProps extends LinkProps {
  tone?: ButtonTone
  icon?: ReactNode
}

/** A link that looks like a button, for actions that go somewhere. */
export function LinkButton({ tone = 'primary', icon, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={`${styles.button} ${styles[tone]}`}>
      {icon}
      {children}
    </Link>
  )
}
