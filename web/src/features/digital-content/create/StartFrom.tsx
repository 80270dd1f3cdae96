import { Copy, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import styles from './StartFrom.module.css'
import type { ExampleOf } from './use-example.ts'

interface StartFromProps {
  example: ExampleOf
  /** Whether the owner can also start from a previous task. */
  hasTasks: boolean
  onOpen: () => void
}

/**
 * A button that opens the list of examples. While texts of the chosen example are in the form, a notice shows the name of the example and a
 * button that undoes all these texts.
 */
export function StartFrom({ example: { name, unchanged, undo }, hasTasks, onOpen }: StartFromProps) {
  const opener = useRef<HTMLButtonElement>(null)

  function undoAll(): void {
    undo(unchanged)
    // The pressed button disappears. The focus would be lost, so it moves to the button that opens the list.
    opener.current?.focus()
  }

  return (
    <div className={styles.start}>
      <Button ref={opener} tone="quiet" icon={<Copy aria-hidden="true" />} onClick={onOpen}>
        {hasTasks ? 'Start from an occasion or a previous task' : 'Start from an occasion'}
      </Button>
      {unchanged.length > 0 && (
        <div className={styles.notice}>
          <p role="status">We filled in the texts of “{name}”. Change what doesn’t fit.</p>
          <Button tone="quiet" size="small" icon={<Undo2 aria-hidden="true" />} onClick={undoAll}>
            Undo all
          </Button>
        </div>
      )}
    </div>
  )
}
