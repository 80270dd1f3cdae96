import { createCampaign } from '@app/contracts/http/campaigns.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { checkStepTexts, STEP_BODY_MAX, STEP_SUBJECT_MAX, type StepDraft } from '@app/contracts/rules/campaigns.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Field, TextArea } from '../../../shared/ui/Field.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { toast } from '../toasts.ts'
import type { StepForm } from './campaign-form.ts'

const FORM_ID = 'step-details'

interface Details extends Pick<StepDraft, 'subject' | 'body'> {
  attachment: File | null
}

interface StepDetailsProps {
  profile: CompanyProfile
  step: StepForm
  attachment: File | null
  /** Takes them into the campaign that is being made. */
  onSave: (details: Details) => void
  onClose: () => void
}

/** The window in which the mail of a step is written. */
export default function StepDetails({ profile, step, attachment, onSave, onClose }: StepDetailsProps) {
  const form = useForm<Details, void>({
    initial: { subject: step.subject, body: step.body, attachment },
    draft: draftOf('owner', `campaign-step ${profile._id} ${step.file}`),
    check(details) {
      const fault = checkStepTexts(details)
      return fault ? [fault] : []
    },
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    send: async (details) => onSave(details),
    onSent: onClose,
  })

  return (
    <Dialog
      title={`Add ${step.type} Details`}
      wide
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={() => leaveForms(onClose, form.element.current ?? undefined)}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} state={form.state}>
            Save
          </Button>
        </>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit} notKept="Attach the image again: files are not kept.">
        <Field label="Email Subject" required maxLength={STEP_SUBJECT_MAX} data-autofocus="" {...form.text('subject')} />
        <TextArea
          label="Body Content"
          required
          rows={10}
          maxLength={STEP_BODY_MAX}
          hint="An empty line begins a new paragraph."
          {...form.text('body')}
        />
        <FileDrop
          label="Attachment"
          field={createCampaign.form.files.stepAttachment_0}
          onRefuse={toast.refused}
          {...form.file('attachment')}
        />
      </KeptForm>
    </Dialog>
  )
}
