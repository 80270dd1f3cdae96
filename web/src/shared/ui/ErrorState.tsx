import { Button } from './Button.tsx'
import { CutLineDrawing } from './drawings.tsx'
import styles from './ErrorState.module.css'

interface ErrorStateProps {
  message: string
  onRetry: () => void
  busy?: boolean
}

/** In place of content that did not load. */
export function ErrorState({ message, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div className={styles.failed} role="alert">
      <CutLineDrawing />
      <p>{message}</p>
      <Button tone="quiet" state={busy ? 'busy' : 'idle'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
