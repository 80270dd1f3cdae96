import type { ServiceName } from '@app/contracts/define.ts'
import { type DeadLetter, REASON_MAX } from '@app/contracts/http/operations.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useDrop } from './api.ts'

const FORM_ID = 'drop'

interface DropDialogProps {
  service: ServiceName
  deadLetter: DeadLetter
  onDropped: () => void
  onClose: () => void
}

export function DropDialog({ service, deadLetter: { _id, type }, onDropped, onClose }: DropDialogProps) {
  const drop = useDrop(service)
  const form = useForm({
    initial: { reason: '' },
    tidy: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => faultsIn({ reason: !reason && 'Enter a reason. It is stored in the audit trail.' }),
    send: ({ reason }) => drop(_id, reason),
    onSent: () => {
      onDropped()
      onClose()
    },
    onFailure: (error) => toast.failed(messageOf(error, 'We couldn’t drop the event. Try again.')),
  })
  return (
    <Dialog
      title="Drop this event?"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" disabled={form.state === 'busy'} onClick={() => leaveForms(onClose, form.element.current ?? document)}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} tone="danger" state={form.state} busyLabel="Dropping…">
            Drop permanently
          </Button>
        </>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit}>
        <p>This {type} event will be deleted and never processed. You can’t undo this.</p>
        <TextArea
          label="Reason"
          hint="The reason is stored in the audit trail permanently."
          required
          maxLength={REASON_MAX}
          data-autofocus=""
          {...form.text('reason')}
        />
      </KeptForm>
    </Dialog>
  )
}
