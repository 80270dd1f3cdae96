import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { CAP_REFUSAL } from '@app/contracts/rules/monthly-cap.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { BriefFields } from '../../../shared/task/BriefFields.tsx'
import { NewTaskPanel } from '../../../shared/task/NewTaskPanel.tsx'
import { PlatformChips } from '../../../shared/task/PlatformChips.tsx'
import { useCreateTask } from '../api/task-actions.ts'
import { briefHints, briefLabels } from '../brief-labels.ts'
import { toast } from '../toasts.ts'
import { emptyTask, firstFault, type TaskForm, toFields } from './task-form.ts'
import { When } from './When.tsx'

interface CreateTaskProps {
  profile: CompanyProfile
  /** The company's tasks, for the monthly cap. */
  tasks: readonly Task[]
  onClose: () => void
}

/** The panel in which a task is assigned. What was typed stays when the server refuses it. */
export default function CreateTask({ profile, tasks, onClose }: CreateTaskProps) {
  const [referenceImage, setReferenceImage] = useState<File | null>(null)
  const form = useForm<TaskForm>({ defaultValues: emptyTask })
  const create = useCreateTask()

  // Says why the panel goes; where to is the shell's to say.
  useEffect(() => useSession.subscribe(({ token }) => token === null && toast.failed('You must be logged in to create a task')), [])

  function check(values: TaskForm): boolean {
    if (!useSession.getState().reread()) return false
    const fault = firstFault(values, tasks, businessTomorrow())
    if (!fault) return true
    form.setError(fault.field as keyof TaskForm, { message: fault.message }, { shouldFocus: true })
    if (fault.isCap) toast.cap(fault.message)
    else toast.failed(fault.message)
    return false
  }

  async function send(values: TaskForm): Promise<void> {
    try {
      await create.mutateAsync({ fields: toFields(values, profile._id), referenceImage })
    } catch (error) {
      const message = messageOf(error, '')
      if (message.includes(CAP_REFUSAL)) toast.cap(message)
      else toast.failed(unlessOffline(error, 'Error creating task'))
      throw error
    }
    toast.success('Task created successfully!')
    form.reset(emptyTask)
    setReferenceImage(null)
  }

  return (
    <NewTaskPanel title="Add New Task" form={form} check={check} send={send} onClose={onClose}>
      <BriefFields
        labels={briefLabels}
        hints={briefHints}
        referenceImage={referenceImage}
        onReferenceImage={setReferenceImage}
        onRefuse={toast.failed}
      />
      <When tasks={tasks} />
      <PlatformChips legend="Platforms" platforms={platforms} />
    </NewTaskPanel>
  )
}
