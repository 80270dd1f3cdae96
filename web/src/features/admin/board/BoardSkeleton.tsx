import { Skeleton } from '../../../shared/ui/states.tsx'
import styles from './BoardSkeleton.module.css'

export const BoardSkeleton = () => (
  <div className={styles.companies} aria-busy="true" role="status" aria-label="Loading">
    <Skeleton shape="title" />
    <Skeleton shape="block" />
    <Skeleton shape="title" />
    <Skeleton shape="block" />
  </div>
)
