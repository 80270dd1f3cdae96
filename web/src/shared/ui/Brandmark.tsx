import { brand } from '@app/contracts/brand.ts'
import styles from './Brandmark.module.css'

/** The logo, an open palmetto fan. The brand name stands beside it unless `markOnly` is set. */
export function Brandmark({ markOnly = false }: { markOnly?: boolean }) {
  return (
    <span className={styles.brandmark}>
      <svg
        className={styles.mark}
        viewBox="0 0 32 32"
        role={markOnly ? 'img' : undefined}
        aria-label={markOnly ? brand.name : undefined}
        aria-hidden={markOnly ? undefined : true}
      >
        <path className={styles.leaf} d="M16 21C14.2 14.6 14.2 8 16 2c1.8 6 1.8 12.6 0 19z" />
        <path className={styles.leaf} d="M14.3 21.2C10.7 17.2 8 11.7 7.2 5.2c4.1 4.5 6.6 10 7.1 16z" />
        <path className={styles.leaf} d="M17.7 21.2c3.6-4 6.3-9.5 7.1-16-4.1 4.5-6.6 10-7.1 16z" />
        <path className={styles.leaf} d="M13 22.5C8.8 20.7 4.7 17.1 2 12.3c5 1.7 9 5.5 11 10.2z" />
        <path className={styles.leaf} d="M19 22.5c4.2-1.8 8.3-5.4 11-10.2-5 1.7-9 5.5-11 10.2z" />
        <path className={styles.stem} d="M14.7 23.5h2.6L18 30h-4z" />
      </svg>
      {!markOnly && <span className={styles.name}>{brand.name}</span>}
    </span>
  )
}
