import { Button, type ButtonTone } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** The question, whole. */
  question: string
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  tone?: ButtonTone
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what cannot be taken back. What cancels stands first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, confirmLabel, cancelLabel = 'Cancel', busyLabel, tone = 'danger', busy = false, onConfirm, onCancel } = props
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button tone="quiet" data-autofocus="" onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button tone={tone} state={busy ? 'busy' : 'idle'} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{question}</p>
    </Dialog>
  )
}
