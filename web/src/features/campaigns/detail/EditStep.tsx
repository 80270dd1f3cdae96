import { type CampaignDetail, type CampaignStep, changeStep } from '@app/contracts/http/campaigns.ts'
import { checkStepDate } from '@app/contracts/rules/campaigns.ts'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ChangedPicture } from '../../../shared/ui/ChangedPicture.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { DateField } from '../../../shared/ui/Field.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { Blockers, profileErrors } from '../Blockers.tsx'
import { hasDraftFiles, keepDraftFiles, withDraftFiles } from '../draft-files.ts'
import { checkStepWords } from '../mail/check-step-words.ts'
import { MailEditor } from '../mail/MailEditor.tsx'
import type { Attached } from '../mail/MailPreview.tsx'
import type { CheckedStep } from '../proofreading/proofread-step.ts'
import { StepFindings } from '../proofreading/StepFindings.tsx'
import { ChangeWanted, useProofreading } from '../proofreading/use-proofreading.tsx'
import { toast } from '../toasts.ts'
import { useChangeStep } from './campaign-actions.ts'
import styles from './EditStep.module.css'

const FORM_ID = 'edit-step'
/** Value of the attachment field if the stored image is not changed. */
const KEPT = 'kept'

interface Details {
  date: string
  subject: string
  body: string
  attachment: File | string
}

interface EditStepProps {
  campaign: CampaignDetail
  step: CampaignStep
  /** The reason why the step can no longer be changed. The step may be sent while the panel is open. */
  whyKept: string | undefined
  onClose: () => void
}

export default function EditStep({ campaign, step, whyKept, onClose }: EditStepProps) {
  const change = useChangeStep(campaign, step)
  const [begun] = useState(step.version)
  const isDated = campaign.campaignCategory === 'Special Event'
  const stored = step.attachmentUrl ?? ''
  const draftName = `campaign-step ${step._id}`
  const [notKept] = useState(() =>
    hasDraftFiles(draftName) ? undefined : 'If you chose a picture, choose it again. We can’t restore files.',
  )
  const [blockers, setBlockers] = useState<ApiError['errors']>([])
  const proofreading = useProofreading('Save anyway')
  const [checked, setChecked] = useState<CheckedStep>()

  const checkedOf = ({ attachment, ...words }: Details): CheckedStep => ({
    ...words,
    type: step.type,
    companyProfileId: campaign.companyProfileId,
    picture: attachment instanceof File ? attachment : null,
    stepId: attachment === KEPT && stored ? step._id : undefined,
  })

  const form = useForm<Details, void>({
    initial: { date: step.date ?? '', subject: step.subject, body: step.body, attachment: KEPT },
    draft: withDraftFiles(draftOf('owner', draftName), draftName),
    check({ date, subject, body }) {
      const wrongDate = isDated && date !== step.date ? checkStepDate(date, businessTomorrow()) : undefined
      return [...(wrongDate ? [wrongDate] : []), ...checkStepWords({ subject, body })]
    },
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    async send(values) {
      const { date, subject, body, attachment } = values
      setBlockers([])
      const draft = checkedOf(values)
      setChecked(draft)
      await proofreading.confirm([draft])
      await change({
        ...(isDated && date !== step.date && { date }),
        ...(subject !== step.subject && { subject }),
        ...(body !== step.body && { body }),
        ...(attachment !== KEPT && { attachment }),
      })
    },
    onSent: onClose,
    onFailure(error) {
      if (error instanceof ChangeWanted) return
      toast.failed(error, messageOf(error, 'We couldn’t change the step. Try again in a moment.'))
      if (error instanceof ApiError) setBlockers(profileErrors(error.errors))
    },
  })
  useEffect(() => keepDraftFiles(draftName, form.values), [draftName, form.values])

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
        <>
          <Button tone="quiet" onClick={() => leaveForms(onClose, form.element.current ?? undefined)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            state={form.state}
            busyLabel={proofreading.isChecking ? 'Checking…' : 'Saving...'}
            disabled={whyKept !== undefined}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <p role="status" className={styles.news}>
        {whyKept ??
          (step.version !== begun && 'This step was changed elsewhere while you were editing. If you save, your version replaces it.')}
      </p>
      <KeptForm id={FORM_ID} form={form} onSubmit={form.submit} notKept={notKept}>
        <Blockers errors={blockers} />
        {checked && <StepFindings step={checked} isChecked={false} isOpen={proofreading.isOpen} onAccept={proofreading.accept} />}
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
      {proofreading.dialog}
    </SidePanel>
  )
}
