import type { Erasure } from '@app/contracts/http/erasure.ts'
import { ERASURE_REASON_MAX } from '@app/contracts/rules/erasure.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useCancelErasure } from './erasures.ts'

const FORM_ID = 'cancel-erasure'

/** Asks for the reason, which the owner gets by email. */
export function CancelErasureDialog({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const cancel = useCancelErasure()
  const form = useForm({
    initial: { reason: '' },
    tidy: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => faultsIn({ reason: !reason && 'Enter a reason. The owner gets it by email.' }),
    send: ({ reason }) => cancel(erasure._id, reason),
    onSent: () => {
      toast.success('The company stays')
      onClose()
    },
    onFailure: (error) => toast.failed(messageOf(error, 'We couldn’t cancel the erasure. Try again.')),
  })
  return (
    <Dialog
      title="Cancel the erasure?"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" disabled={form.state === 'busy'} onClick={() => leaveForms(onClose, form.element.current ?? document)}>
            Back
          </Button>
          <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Canceling…">
            Keep the company
          </Button>
        </>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit}>
        <p>{erasure.companyName} stays, and the owner gets an email with your reason.</p>
        <TextArea label="Reason" required maxLength={ERASURE_REASON_MAX} data-autofocus="" {...form.text('reason')} />
      </KeptForm>
    </Dialog>
  )
}
