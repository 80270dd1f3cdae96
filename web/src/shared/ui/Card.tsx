import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** A raised sheet. With an element inside marked `data-covers` (a button or link), the whole card is its target. */
export function Card({ className, ...article }: ComponentProps<'article'>) {
  return <article {...article} className={`${styles.card} ${className ?? ''}`} />
}
