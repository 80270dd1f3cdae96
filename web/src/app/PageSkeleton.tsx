import { Skeleton } from '../shared/ui/stand-ins.tsx'
import styles from './PageSkeleton.module.css'

export function PageSkeleton() {
  return (
    <div role="status" className={styles.page} aria-busy="true" aria-label="Loading">
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      <Skeleton shape="block" />
    </div>
  )
}
