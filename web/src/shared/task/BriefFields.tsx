import { createTask } from '@app/contracts/http/tasks.ts'
import { briefLimits } from '@app/contracts/rules/brief.ts'
import { useFormContext } from '../form/Form.tsx'
import { Field, FieldGroup, TextArea } from '../ui/Field.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { type Brief, briefTexts, type ReferenceImage } from './brief.ts'

/** Texts that may be longer get several lines. */
const ONE_LINE_MAX = 500

interface BriefFieldsProps {
  labels: Brief
  hints?: Partial<Brief>
  /** Hears why a file is not taken. */
  onRefuse: (message: string) => void
}

/** What a new task is to say, and the picture that goes with it; both stand in the form. */
export function BriefFields({ labels, hints, onRefuse }: BriefFieldsProps) {
  const { text, file } = useFormContext<Brief & ReferenceImage>()
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
            {...text(name)}
          />
        )
      })}
      <FileDrop
        label="Reference image (optional)"
        field={createTask.form.files.referenceImage}
        onRefuse={onRefuse}
        {...file('referenceImage')}
      />
    </FieldGroup>
  )
}
