import { Children, type ReactNode } from 'react'
import styles from './BlogCards.module.css'

/** Article cards, three beside each other where there is room; of four the first is the large one. */
export function BlogCards({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.cards}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  )
}
