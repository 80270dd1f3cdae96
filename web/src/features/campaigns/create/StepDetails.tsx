import { createCampaign } from '@app/contracts/http/campaigns.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Audience } from '@app/contracts/rules/campaigns.ts'
import type { ReactNode } from 'react'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { checkStepWords } from '../mail/check-step-words.ts'
import { MailEditor } from '../mail/MailEditor.tsx'
import type { MailWords } from '../mail/MailFields.tsx'
import { toast } from '../toasts.ts'
import type { StepForm } from './campaign-form.ts'

const FORM_ID = 'step-details'

interface Details extends MailWords {
  attachment: File | null
}

interface StepDetailsProps {
  profile: CompanyProfile
  audience: Audience
  step: StepForm
  attachment: File | null
  /** What may be wrong in the saved details. */
  findings: ReactNode
  /** Stores the details in the campaign form. The request is sent only when that form is submitted. */
  onSave: (details: Details) => void
  onClose: () => void
}

export default function StepDetails({ profile, audience, step, attachment, findings, onSave, onClose }: StepDetailsProps) {
  const form = useForm<Details, void>({
    initial: { subject: step.subject, body: step.body, attachment },
    draft: draftOf('owner', `campaign-step ${profile._id} ${step.file}`),
    check: checkStepWords,
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    send: async (details) => onSave(details),
    onSent: onClose,
  })
  const file = form.values.attachment
  const url = useObjectUrl(file)

  return (
    <SidePanel
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
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit} notKept="Attach the image again. We can’t restore files.">
        {findings}
        <MailEditor
          companyProfileId={profile._id}
          audience={audience}
          attached={file ? { fileName: file.name, size: file.size, url, file } : undefined}
        >
          <FileDrop
            label="Attachment"
            field={createCampaign.form.files.stepAttachment_0}
            onRefuse={toast.refused}
            {...form.file('attachment')}
          />
        </MailEditor>
      </KeptForm>
    </SidePanel>
  )
}
