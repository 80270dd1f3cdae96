import { Button } from '../../../shared/ui/Button.tsx'
import styles from './ShowMore.module.css'

/** Below a list that goes on. */
export function ShowMore({ onMore }: { onMore: (() => void) | undefined }) {
  return (
    onMore && (
      <div className={styles.more}>
        <Button tone="quiet" onClick={onMore}>
          Show more
        </Button>
      </div>
    )
  )
}
