import { adminCreateTask } from '@app/contracts/http/tasks.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { useFormContext } from 'react-hook-form'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { ChipGroup } from '../../../shared/ui/ChipGroup.tsx'
import { ChipToggle } from '../../../shared/ui/ChipToggle.tsx'
import { DateField } from '../../../shared/ui/DateField.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { FieldGroup } from '../../../shared/ui/FieldGroup.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { PlatformIcon } from '../../../shared/ui/PlatformIcon.tsx'
import { TextArea } from '../../../shared/ui/TextArea.tsx'
import { toast } from '../toasts.ts'
import styles from './NewTaskFields.module.css'
import { adminPlatforms, type NewTaskForm } from './new-task-form.ts'

interface NewTaskFieldsProps {
  referenceImage: File | null
  onReferenceImage: (file: File | null) => void
}

export function NewTaskFields({ referenceImage, onReferenceImage }: NewTaskFieldsProps) {
  const { register, formState, clearErrors } = useFormContext<NewTaskForm>()
  const { errors } = formState
  const required = (field: keyof NewTaskForm) => register(field, { onChange: () => clearErrors(field) })
  const tomorrow = businessTomorrow()

  return (
    <div className={styles.fields}>
      <FieldGroup title="What">
        <Field label="Title" required maxLength={200} data-autofocus="" error={errors.title?.message} {...required('title')} />
        <Field label="Tagline" maxLength={500} {...register('tagline')} />
        <TextArea label="Purpose" maxLength={2000} {...register('taskpurpose')} />
        <Field label="Headline" maxLength={500} {...register('headline')} />
        <TextArea label="Key Offer" maxLength={2000} {...register('offerormessage')} />
        <Field label="Call to Action" maxLength={500} {...register('calltoaction')} />
        <TextArea label="Branding Guidelines" maxLength={5000} {...register('guidlines')} />
        <TextArea label="Additional Info" maxLength={5000} {...register('additionalinfo')} />
        <TextArea label="Description" maxLength={10_000} {...register('description')} />
        <FileDrop
          label="Reference Image (optional)"
          field={adminCreateTask.form.files.referenceImage}
          file={referenceImage}
          onChange={onReferenceImage}
          onRefuse={toast.failed}
        />
      </FieldGroup>
      <FieldGroup title="When">
        <div className={styles.dates}>
          <DateField
            label="Target Posting Date"
            required
            min={tomorrow}
            error={errors.targetPostingDate?.message}
            {...required('targetPostingDate')}
          />
          <DateField
            label="Submission for Review Date"
            required
            min={tomorrow}
            error={errors.submissionForReview?.message}
            {...required('submissionForReview')}
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Where">
        <ChipGroup
          legend={
            <>
              Platforms <span className={styles.required}>*</span>
            </>
          }
        >
          {adminPlatforms.map((platform) => (
            <ChipToggle
              key={platform}
              label={platformNames[platform]}
              icon={<PlatformIcon platform={platform} decorative />}
              {...register(platform)}
            />
          ))}
        </ChipGroup>
      </FieldGroup>
    </div>
  )
}
