import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { DialogFooter } from '../../../shared/ui/Dialog.tsx'
import styles from './TaskPanel.module.css'
import type { Steps } from './use-task-steps.ts'

interface DeliveredProps {
  version: number
  steps: Steps
}

/**
 * The message after a delivery, in place of the buttons of the form: the client decides next. A button opens the next task of the list that
 * needs a preview.
 */
export default function Delivered({ version, steps }: DeliveredProps) {
  return (
    <DialogFooter>
      <DeliveredNotice version={version} steps={steps} />
    </DialogFooter>
  )
}

function DeliveredNotice({ version, steps: { nextWithoutPreview, open } }: DeliveredProps) {
  const textId = useId()
  const notice = useRef<HTMLDivElement>(null)
  // The pressed button of the form no longer exists, so the focus moves to the next action.
  useLayoutEffect(() => {
    const target = notice.current?.querySelector('button') ?? notice.current
    target?.focus()
  }, [])

  return (
    <div ref={notice} className={styles.delivered} tabIndex={-1}>
      <p id={textId} role="status">
        Version {version} delivered. The company decides next.
      </p>
      {nextWithoutPreview !== undefined && (
        <Button aria-describedby={textId} onClick={() => open(nextWithoutPreview)}>
          Next task without preview
        </Button>
      )}
    </div>
  )
}
