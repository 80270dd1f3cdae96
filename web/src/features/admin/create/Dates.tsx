import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { DateField, FieldGroup, FieldPair } from '../../../shared/ui/Field.tsx'
import type { NewTaskForm } from './new-task-form.ts'

const fields = [
  { name: 'targetPostingDate', label: 'Target Posting Date' },
  { name: 'submissionForReview', label: 'Submission for Review Date' },
] as const

/** The two dates of a new task, both from tomorrow on. */
export function Dates() {
  const { text } = useFormContext<NewTaskForm>()
  return (
    <FieldGroup title="When">
      <FieldPair>
        {fields.map(({ name, label }) => (
          <DateField key={name} label={label} required min={businessTomorrow()} {...text(name)} />
        ))}
      </FieldPair>
    </FieldGroup>
  )
}
