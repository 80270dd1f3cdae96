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
  /** The tasks of the company, used to check the monthly limit. */
  tasks: readonly Task[]
  onClose: () => void
}

const showFailure = (message: string) => (message.includes(CAP_REFUSAL) ? toast.cap(message) : toast.failed(message))

export default function CreateTask({ profile, tasks, onClose }: CreateTaskProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: emptyTask,
    draft: draftOf('owner', `new-task ${profile._id}`),
    check(values) {
      const fault = firstFault(values, tasks, businessTomorrow())
      return fault ? [fault] : []
    },
    onRefuse: ([fault]) => fault && showFailure(fault.message),
    async send(values) {
      const { referenceImage } = values
      const task = await call(createTask, { form: { fields: toFields(values, profile._id), files: { referenceImage } } })
      cacheTask(queryClient, task)
      toast.success('Task created successfully!')
    },
    onFailure(error) {
      // The page handles an expired session (401).
      if (isStatus(error, 401)) return
      const message = messageOf(error, '')
      showFailure(message.includes(CAP_REFUSAL) ? message : unlessOffline(error, 'Error creating task'))
    },
    idleAfter: NEW_TASK_IDLE_MS,
  })

  useSignedOutMessage(() => toast.failed('You must be logged in to create a task'))

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
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
