import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** A card. If it contains a button or link with `data-covers`, the whole card is the click target of that element. */
export function Card({ className, ...article }: ComponentProps<'article'>) {
  return <article {...article} className={`${styles.card} ${className ?? ''}`} />
}
