import { Check } from 'lucide-react'
import styles from './CheckList.module.css'

/** What is included, each with a check mark. */
export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item} className={styles.item}>
          <Check />
          {item}
        </li>
      ))}
    </ul>
  )
}
