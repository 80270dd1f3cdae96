import type { ServiceName } from '@app/contracts/define.ts'
import { type DeadLetter, REASON_MAX } from '@app/contracts/http/operations.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../toasts.ts'
import { useDrop } from './api.ts'

const FORM_ID = 'drop'

interface DropDialogProps {
  service: ServiceName
  deadLetter: DeadLetter
  onDropped: () => void
  onClose: () => void
}

/** Asks why before an event is deleted for good. */
export function DropDialog({ service, deadLetter: { _id, type }, onDropped, onClose }: DropDialogProps) {
  const drop = useDrop(service)
  const form = useForm({
    initial: { reason: '' },
    tidy: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => faultsIn({ reason: !reason && 'Say why: it stands in the audit trail.' }),
    send: ({ reason }) => drop(_id, reason),
    onSent: () => {
      onDropped()
      onClose()
    },
    onFailure: (error) => toast.failed(messageOf(error, 'It could not be dropped. Try again.')),
  })
  return (
    <Dialog
      title="Drop this event?"
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} tone="danger" state={form.state} busyLabel="Dropping…">
          Drop for good
        </Button>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit}>
        <p>{type} is deleted, and what it would have brought about never happens. This cannot be taken back.</p>
        <TextArea
          label="Reason"
          hint="It stands in the audit trail for good."
          required
          maxLength={REASON_MAX}
          data-autofocus=""
          {...form.text('reason')}
        />
      </KeptForm>
    </Dialog>
  )
}
