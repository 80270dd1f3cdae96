import { brand } from '@app/contracts/brand.ts'
import { useId } from 'react'
import styles from './Details.module.css'

/** How to reach us without the form. */
export function Details() {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        Or reach us directly
      </h2>
      <dl className={styles.list}>
        <div className={styles.fact}>
          <dt className={styles.name}>Location</dt>
          <dd>
            {brand.city}, {brand.state}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.name}>Phone</dt>
          <dd>
            <a href={brand.phoneHref} className={styles.link}>
              {brand.phone}
            </a>
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.name}>Support email</dt>
          <dd>
            <a href={`mailto:${brand.email}`} className={styles.link}>
              {brand.email}
            </a>
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.name}>Office hours</dt>
          <dd>
            <ul className={styles.hours}>
              {brand.hours.map(({ days, time }) => (
                <li key={days}>
                  <span>{days}</span> <span>{time}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </section>
  )
}
