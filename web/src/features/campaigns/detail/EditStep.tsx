import { type CampaignDetail, type CampaignStep, changeStep } from '@app/contracts/http/campaigns.ts'
import { checkStepDate, checkStepTexts } from '@app/contracts/rules/campaigns.ts'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ChangedPicture } from '../../../shared/ui/ChangedPicture.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { DateField } from '../../../shared/ui/Field.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { MailEditor } from '../mail/MailEditor.tsx'
import type { Attached } from '../mail/MailPreview.tsx'
import { toast } from '../toasts.ts'
import { useChangeStep } from './campaign-actions.ts'
import styles from './EditStep.module.css'

const FORM_ID = 'edit-step'
const REQUIRED = 'Every step needs a subject and a body.'
/** Of an image that stays as it is, whichever that is by now. */
const KEPT = 'kept'

interface EditStepProps {
  campaign: CampaignDetail
  step: CampaignStep
  /** Why nothing of it can be changed, if so; it may have come to that while somebody writes here. */
  whyKept: string | undefined
  onClose: () => void
}

/** The panel in which a step is changed that is not sent yet. */
export default function EditStep({ campaign, step, whyKept, onClose }: EditStepProps) {
  const change = useChangeStep(campaign, step)
  const [begun] = useState(step.version)
  const isDated = campaign.campaignCategory === 'Special Event'
  const stored = step.attachmentUrl ?? ''

  const form = useForm({
    initial: { date: step.date ?? '', subject: step.subject, body: step.body, attachment: KEPT as File | string },
    draft: draftOf('owner', `campaign-step ${step._id}`),
    check({ date, subject, body }) {
      const wrongDate = isDated && date !== step.date ? checkStepDate(date, businessTomorrow()) : undefined
      const fault = wrongDate ?? checkStepTexts({ subject, body })
      return fault ? [fault] : faultsIn({ subject: !subject.trim() && REQUIRED, body: !body.trim() && REQUIRED })
    },
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    send: ({ date, subject, body, attachment }) =>
      change({
        ...(isDated && date !== step.date && { date }),
        ...(subject !== step.subject && { subject }),
        ...(body !== step.body && { body }),
        ...(attachment !== KEPT && { attachment }),
      }),
    onSent: onClose,
    onFailure: (error) => toast.failed(error, messageOf(error, 'The step could not be changed. Try again in a moment.')),
  })

  const { file: image, ...imageField } = form.file('attachment')
  const isKept = image === KEPT
  const chosenUrl = useObjectUrl(image instanceof File ? image : null)

  function attached(): Attached | undefined {
    if (image instanceof File) return { fileName: image.name, size: image.size, url: chosenUrl, file: image }
    return isKept && stored ? { fileName: step.attachmentName ?? '', size: step.attachmentSize ?? 0, url: stored } : undefined
  }

  return (
    <SidePanel
      title={`Change ${step.type}`}
      wide
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Saving..." disabled={whyKept !== undefined}>
          Save Changes
        </Button>
      }
    >
      <p role="status" className={styles.news}>
        {whyKept ?? (step.version !== begun && 'This step was changed elsewhere in the meantime. Saving writes what stands here.')}
      </p>
      <KeptForm
        id={FORM_ID}
        form={form}
        onSubmit={form.submit}
        notKept="An image that you chose has to be chosen again: files are not kept."
      >
        <MailEditor
          companyProfileId={campaign.companyProfileId}
          audience={campaign.audience}
          stepId={isKept ? step._id : undefined}
          attached={attached()}
        >
          {isDated && <DateField label="Set Date" required min={businessTomorrow()} {...form.text('date')} />}
          <ChangedPicture
            {...imageField}
            label="Attachment"
            field={changeStep.form.files.attachment}
            was={stored}
            value={isKept ? stored : image}
            onChange={(next) => form.set({ attachment: next === stored ? KEPT : next })}
            onRefuse={toast.refused}
            disabled={form.state === 'busy'}
          />
        </MailEditor>
      </KeptForm>
    </SidePanel>
  )
}
