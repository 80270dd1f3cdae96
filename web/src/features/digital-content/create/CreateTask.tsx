import { formatList } from '@app/contracts/format/lists.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { createTask, type Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { CAP_REFUSAL } from '@app/contracts/rules/monthly-cap.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { QuotaNotice } from '../../../domain/quota/QuotaNotice.tsx'
import { NEW_TASK_IDLE_MS, NewTaskPanel, PlatformChips, ReferenceImageField } from '../../../domain/task/NewTaskPanel.tsx'
import { ApiError, isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { useSignedOutMessage } from '../../../shared/api/use-signed-out-message.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { ConfirmDialog, PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { FieldGroup } from '../../../shared/ui/Field.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import { briefLabels } from '../brief-labels.ts'
import { keepTask } from '../task-actions.ts'
import { toast } from '../toasts.ts'
import { ExampleTextField } from './ExampleTextField.tsx'
import type { Example } from './filled-texts.ts'
import { MoreDetails } from './MoreDetails.tsx'
import { PostingTime } from './PostingTime.tsx'
import { StartFrom } from './StartFrom.tsx'
import { TaskDates } from './TaskDates.tsx'
import { emptyTask, firstFault, toFields } from './task-form.ts'
import { useExample } from './use-example.ts'

const ChooseExample = lazyPart(() => import('./ChooseExample.tsx'), { missing: PanelMissing })
const parts = [ChooseExample]

/** The texts that are not required. */
const optionalTexts = briefTexts.filter((name) => name !== 'title')

/** Whether the panel is wide enough to show all fields at first. A phone shows only the required fields. */
const isWide = () => window.matchMedia('(width >= 640px)').matches

interface CreateTaskProps {
  profile: CompanyProfile
  /** The tasks of the company, used to check the monthly limit. */
  tasks: readonly Task[]
  /** Called after the task was created, unless the panel was closed before. */
  onCreated: (task: Task) => void
  onClose: () => void
}

const showFailure = (message: string) => (message.includes(CAP_REFUSAL) ? toast.cap(message) : toast.failed(message))

export default function CreateTask({ profile, tasks, onCreated, onClose }: CreateTaskProps) {
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
      keepTask(queryClient, task)
      toast.success('Task created successfully!')
      return task
    },
    onSent: onCreated,
    onFailure(error) {
      // The page handles an expired session (401).
      if (isStatus(error, 401)) return
      const message = messageOf(error, '')
      const isLimit = message.includes(CAP_REFUSAL) || (error instanceof ApiError && error.code === 'quota')
      showFailure(isLimit ? message : unlessOffline(error, 'Error creating task'))
    },
    idleAfter: NEW_TASK_IDLE_MS,
    onIdle: closeIfEmpty,
  })
  const example = useExample(form)
  const [isChoosing, setChoosing] = useState(false)
  const [isDetailed, setDetailed] = useState(isWide)
  useLoadedWhenIdle(parts)

  /** Closes the panel after a successful submit, unless the owner has already begun the next task. */
  function closeIfEmpty(): void {
    if (!form.isUnsent()) onClose()
  }

  /** Fills the texts. The panel then shows all fields, so that the owner sees each text before it is sent. */
  function choose(chosen: Example): void {
    setChoosing(false)
    setDetailed(true)
    example.choose(chosen)
  }

  useSignedOutMessage(() => toast.failed('You must be logged in to create a task'))

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else event.preventDefault()
  }

  return (
    <>
      <NewTaskPanel title="Add New Task" form={form} onSubmit={submit} onClose={onClose}>
        <QuotaNotice companyProfileId={profile._id} />
        <StartFrom example={example} hasTasks={tasks.length > 0} onOpen={() => setChoosing(true)} />
        <FieldGroup title="What">
          <ExampleTextField name="title" example={example} />
        </FieldGroup>
        <TaskDates tasks={tasks} />
        <MoreDetails isOpen={isDetailed} onToggle={setDetailed}>
          <PostingTime />
          <FieldGroup title="Texts and picture">
            {optionalTexts.map((name) => (
              <ExampleTextField key={name} name={name} example={example} />
            ))}
            <ReferenceImageField onRefuse={toast.failed} />
          </FieldGroup>
          <PlatformChips platforms={platforms} />
        </MoreDetails>
      </NewTaskPanel>
      {isChoosing && <ChooseExample tasks={tasks} onChoose={choose} onClose={() => setChoosing(false)} />}
      {example.conflicts.length > 0 && (
        <ConfirmDialog
          title="Replace your text?"
          question={`You have already written ${formatList(example.conflicts.map((name) => briefLabels[name]))}. You can replace this text, or keep it and fill in only the other fields.`}
          confirmLabel="Replace"
          cancelLabel="Keep my text"
          onConfirm={example.replace}
          onCancel={example.keep}
        />
      )}
    </>
  )
}
