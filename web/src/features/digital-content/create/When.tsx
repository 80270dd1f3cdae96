import type { Task } from '@app/contracts/http/tasks.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { FieldGroup } from '../../../shared/ui/FieldGroup.tsx'
import { Once } from './Once.tsx'
import { Repeats } from './Repeats.tsx'
import type { TaskForm } from './task-form.ts'

/** Either two dates, or how it repeats. */
export function When({ tasks }: { tasks: readonly Task[] }) {
  const { register, control, clearErrors } = useFormContext<TaskForm>()
  const isRecurring = useWatch({ control, name: 'isRecurring' })
  return (
    <FieldGroup title="When">
      <Checkbox
        look="switch"
        label="Repeats"
        hint="Weekly, every other week or monthly, until an end date."
        {...register('isRecurring', { onChange: () => clearErrors() })}
      />
      {isRecurring ? <Repeats /> : <Once tasks={tasks} />}
    </FieldGroup>
  )
}
