import { Button } from './Button.tsx'
import { coral, Drawing, leaf, pale } from './Drawing.tsx'
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

/** A cable that came apart. */
function CutLineDrawing() {
  return (
    <Drawing>
      <path d="M14 62c18 0 14-22 32-22h8M130 34c-18 0-14 22-32 22h-8" />
      <path className={leaf} d="M54 32h10a8 8 0 0 1 0 16H54zM90 48H80a8 8 0 0 0 0 16h10z" />
      <path d="M72 37h5M72 43h5" />
      <path className={pale} d="M66 66v8M78 22v8M56 70l4-6M88 26l-4 6" />
      <circle className={coral} cx="72" cy="50" r="3" />
    </Drawing>
  )
}
