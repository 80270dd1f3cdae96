import { Skeleton } from '../../../shared/ui/stand-ins.tsx'
import styles from './BoardSkeleton.module.css'

/** The shape of two companies with their tasks. */
export const BoardSkeleton = () => (
  <div className={styles.companies} aria-busy="true" role="status" aria-label="Loading companies">
    {['first', 'second'].map((company) => (
      <div key={company} className={styles.company}>
        <Skeleton shape="title" />
        <div className={styles.cards}>
          {['a', 'b', 'c', 'd', 'e'].map((card) => (
            <div key={card} className={styles.card}>
              <Skeleton shape="block" />
            </div>
          ))}
        </div>
      </div>
    ))}
  </div>
)
