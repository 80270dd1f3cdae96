import { PostingTimeField } from '../../../domain/task/PostingTimeField.tsx'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { FieldGroup } from '../../../shared/ui/Field.tsx'
import type { TaskForm } from './task-form.ts'

/** The optional time of day of a new task, and of the posts of a new series. Must be inside a `Form`. */
export function PostingTime() {
  const { text } = useFormContext<TaskForm>()
  return (
    <FieldGroup title="Time of day">
      <PostingTimeField caller="owner" {...text('targetPostingTime')} />
    </FieldGroup>
  )
}
