import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { createTask, type Task } from '@app/contracts/http/tasks.ts'
import { CAP_REFUSAL } from '@app/contracts/rules/monthly-cap.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { useSignedOutMessage } from '../../../shared/api/use-signed-out-message.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { BriefFields, NEW_TASK_IDLE_MS, NewTaskPanel, PlatformChips } from '../../../shared/task/NewTaskPanel.tsx'
import { cacheTask } from '../api.ts'
import { briefHints, briefLabels } from '../brief-labels.ts'
import { toast } from '../toasts.ts'
import { TaskDates } from './TaskDates.tsx'
import { emptyTask, firstFault, toFields } from './task-form.ts'

interface CreateTaskProps {
  profile: CompanyProfile
  /** The company's tasks, for the monthly cap. */
  tasks: readonly Task[]
  onClose: () => void
}

const sayFailure = (message: string) => (message.includes(CAP_REFUSAL) ? toast.cap(message) : toast.failed(message))

/** The panel in which a task is assigned. What was typed stays when the server refuses it. */
export default function CreateTask({ profile, tasks, onClose }: CreateTaskProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: emptyTask,
    draft: draftOf('owner', `new-task ${profile._id}`),
    check(values) {
      const fault = firstFault(values, tasks, businessTomorrow())
      return fault ? [fault] : []
    },
    onRefuse: ([fault]) => fault && sayFailure(fault.message),
    async send(values) {
      const { referenceImage } = values
      const task = await call(createTask, { form: { fields: toFields(values, profile._id), files: { referenceImage } } })
      cacheTask(queryClient, task)
      toast.success('Task created successfully!')
    },
    onFailure(error) {
      // An ended session is answered elsewhere.
      if (isStatus(error, 401)) return
      const message = messageOf(error, '')
      sayFailure(message.includes(CAP_REFUSAL) ? message : unlessOffline(error, 'Error creating task'))
    },
    idleAfter: NEW_TASK_IDLE_MS,
  })

  useSignedOutMessage(() => toast.failed('You must be logged in to create a task'))

  /** A token that is gone from the storage ends the session here, too. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else event.preventDefault()
  }

  return (
    <NewTaskPanel title="Add New Task" form={form} onSubmit={submit} onClose={onClose}>
      <BriefFields labels={briefLabels} hints={briefHints} onRefuse={toast.failed} />
      <TaskDates tasks={tasks} />
      <PlatformChips platforms={platforms} />
    </NewTaskPanel>
  )
}
