import { messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../toasts.ts'
import { type BrakeTarget, usePutBrake } from './api.ts'

const FORM_ID = 'brake'
const REASON_MAX = 500

interface BrakeDialogProps {
  target: BrakeTarget
  /** What is stopped, in words: "all campaigns of Bakery". */
  what: string
  onClose: () => void
}

/** Asks why before it stops sending. */
export function BrakeDialog({ target, what, onClose }: BrakeDialogProps) {
  const put = usePutBrake()
  const form = useForm({
    initial: { reason: '' },
    tidy: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => faultsIn({ reason: !reason && 'Say why: the owner reads it.' }),
    send: ({ reason }) => put(target, reason),
    onSent: onClose,
    onFailure: (error) => toast.failed(messageOf(error, 'Sending could not be stopped. Try again at once.')),
  })
  return (
    <Dialog
      title={`Stop ${what}?`}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} tone="danger" state={form.state} busyLabel="Stopping…">
          Stop sending
        </Button>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit}>
        <p>Within a second nothing more is sent, until somebody here lets it go on. What is due on days that are over by then is missed.</p>
        <TextArea
          label="Reason"
          hint="Who owns the campaigns reads this."
          required
          maxLength={REASON_MAX}
          data-autofocus=""
          {...form.text('reason')}
        />
      </KeptForm>
    </Dialog>
  )
}
