import { createTask } from '@app/contracts/http/tasks.ts'
import { briefLimits } from '@app/contracts/rules/brief.ts'
import { useFormContext } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { type Brief, briefTexts } from './brief.ts'

/** Texts that may be longer get several lines. */
const ONE_LINE_MAX = 500

interface BriefFieldsProps {
  labels: Brief
  hints?: Partial<Brief>
  referenceImage: File | null
  onReferenceImage: (file: File | null) => void
  /** Hears why a file is not taken. */
  onRefuse: (message: string) => void
}

/** What a new task is to say, and the picture that goes with it; the texts stand in a form that holds a `Brief`. */
export function BriefFields({ labels, hints, referenceImage, onReferenceImage, onRefuse }: BriefFieldsProps) {
  const { register, formState } = useFormContext<Brief>()
  return (
    <FieldGroup title="What">
      {briefTexts.map((name) => {
        const Control = briefLimits[name] > ONE_LINE_MAX ? TextArea : Field
        return (
          <Control
            key={name}
            label={labels[name]}
            hint={hints?.[name]}
            maxLength={briefLimits[name]}
            required={name === 'title'}
            data-autofocus={name === 'title' ? '' : undefined}
            error={formState.errors[name]?.message}
            {...register(name)}
          />
        )
      })}
      <FileDrop
        label="Reference image (optional)"
        field={createTask.form.files.referenceImage}
        file={referenceImage}
        onChange={onReferenceImage}
        onRefuse={onRefuse}
      />
    </FieldGroup>
  )
}
