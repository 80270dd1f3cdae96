import { Skeleton } from '../../../shared/ui/stand-ins.tsx'
import styles from './ContentSkeleton.module.css'

/** The shape of a section: its heading and a strip of cards. */
export function ContentSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true" role="status" aria-label="Loading">
      <Skeleton shape="title" />
      <div className={styles.cards}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  )
}
