import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** If the card contains a button or link with `data-covers`, a click anywhere on the card activates it. */
export function Card({ className, ...article }: ComponentProps<'article'>) {
  return <article {...article} className={`${styles.card} ${className ?? ''}`} />
}
