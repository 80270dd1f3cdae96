import { ArrowDown } from 'lucide-react'
import styles from './PriceList.module.css'
import { plans, priceLabel } from './pricing.ts'
import { services } from './services.ts'

/** What the page holds, as a printer's price list; each line leads to its place. */
export function PriceList() {
  return (
    <nav className={styles.list} aria-label="On this page">
      <ul className={styles.lines}>
        {services.map(({ id, name }) => (
          <li key={id}>
            <a className={styles.line} href={`#${id}`}>
              {name}
              <ArrowDown />
            </a>
          </li>
        ))}
        <li>
          <a className={styles.line} href="#pricing">
            Prices
            <span className={styles.prices}>{plans.map(priceLabel).join(' · ')}</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}
