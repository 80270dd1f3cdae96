import type { ComponentProps, ReactNode } from 'react'
import styles from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, in words: read out, and shown on hover. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, ...button }: IconButtonProps) {
  return (
    <button type="button" title={label} {...button} className={`${styles.iconButton} ${className ?? ''}`} aria-label={label}>
      {icon}
    </button>
  )
}
