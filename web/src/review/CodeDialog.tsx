import { Dialog } from '../shared/ui/Dialog.tsx'
import { CodeForm } from './CodeForm.tsx'
import { Address } from './content.tsx'
import styles from './dialogs.module.css'
import type { DecisionProcess } from './use-decision.ts'

interface CodeDialogProps {
  sentTo: string
  submitLabel: string
  process: DecisionProcess
  onClose: () => void
}

/** Asks for the code that the server has sent by email. The server requires it for the first decision from a browser. */
export function CodeDialog({ sentTo, submitLabel, process: { isBusy, error, enterCode }, onClose }: CodeDialogProps) {
  return (
    <Dialog title="Enter the code we emailed" onClose={onClose}>
      <div className={styles.body}>
        <p>
          This is your first time in this browser, so we emailed a six-digit code to <Address>{sentTo}</Address>. Enter it to send your
          answer.
        </p>
        <CodeForm label="Six-digit code" submitLabel={submitLabel} isBusy={isBusy} error={error} focuses onCode={enterCode} />
      </div>
    </Dialog>
  )
}
