import type { Task } from '@app/contracts/http/tasks.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { FieldGroup } from '../../../shared/ui/Field.tsx'
import { Once } from './Once.tsx'
import { Repeats } from './Repeats.tsx'
import type { TaskForm } from './task-form.ts'

/** Either two dates, or how it repeats. */
export function When({ tasks }: { tasks: readonly Task[] }) {
  const { flag, values } = useFormContext<TaskForm>()
  return (
    <FieldGroup title="When">
      <Checkbox look="switch" label="Repeats" hint="Weekly, every other week or monthly, until an end date." {...flag('isRecurring')} />
      {values.isRecurring ? <Repeats /> : <Once tasks={tasks} />}
    </FieldGroup>
  )
}
