import { Button, type ButtonTone } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** The question, whole. */
  question: string
  confirmLabel: string
  busyLabel?: string
  tone?: ButtonTone
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what cannot be taken back. Cancel stands first, so that it has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, confirmLabel, busyLabel, tone = 'danger', busy = false, onConfirm, onCancel } = props
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button tone="quiet" data-autofocus="" onClick={onCancel} disabled={busy}>
            Cancel
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
