import { messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { type SuspensionTarget, useSuspendSending } from './api.ts'

const FORM_ID = 'suspension'
const REASON_MAX = 500

interface SuspendDialogProps {
  target: SuspensionTarget
  /** The target as shown in the title, for example "all campaigns of Bakery". */
  what: string
  onClose: () => void
}

export function SuspendDialog({ target, what, onClose }: SuspendDialogProps) {
  const suspend = useSuspendSending()
  const form = useForm({
    initial: { reason: '' },
    tidy: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => faultsIn({ reason: !reason && 'Enter a reason. The company will see it.' }),
    send: ({ reason }) => suspend(target, reason),
    onSent: onClose,
    onFailure: (error) => toast.failed(messageOf(error, 'We couldn’t suspend sending. Please try again.')),
  })
  return (
    <Dialog
      title={`Suspend ${what}?`}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} tone="danger" state={form.state} busyLabel="Suspending…">
          Suspend sending
        </Button>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit}>
        <p>
          Sending stops within a second and stays off until an admin resumes it. Emails whose scheduled day passes in the meantime are not
          sent.
        </p>
        <TextArea
          label="Reason"
          hint="The owner of the campaigns will see this."
          required
          maxLength={REASON_MAX}
          data-autofocus=""
          {...form.text('reason')}
        />
      </KeptForm>
    </Dialog>
  )
}
