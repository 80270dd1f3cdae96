import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { CAP_REFUSAL } from '@app/contracts/rules/monthly-cap.ts'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { messageOf } from '../../../shared/api/api-error.ts'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button, type ButtonState } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { useCreateTask } from '../api/task-actions.ts'
import { toast } from '../toasts.ts'
import styles from './CreateTask.module.css'
import { emptyTask, firstFault, type TaskForm, toFields } from './task-form.ts'
import { What } from './What.tsx'
import { When } from './When.tsx'
import { Where } from './Where.tsx'

const BACK_TO_IDLE_MS = 1_500
const FORM_ID = 'new-task'

interface CreateTaskProps {
  profile: CompanyProfile
  /** The company's tasks, for the monthly cap. */
  tasks: readonly Task[]
  onClose: () => void
}

/** The panel in which a task is assigned. What was typed stays when the server refuses it. */
export function CreateTask({ profile, tasks, onClose }: CreateTaskProps) {
  const [referenceImage, setReferenceImage] = useState<File | null>(null)
  const [state, setState] = useState<ButtonState>('idle')
  const form = useForm<TaskForm>({ defaultValues: emptyTask })
  const create = useCreateTask()

  // Says why the panel goes; where to is the shell's to say.
  useEffect(() => useSession.subscribe(({ token }) => token === null && toast.failed('You must be logged in to create a task')), [])

  function refuse(field: string, message: string, isCap = false): void {
    form.setError(field as keyof TaskForm, { message }, { shouldFocus: true })
    if (isCap) toast.cap(message)
    else toast.failed(message)
  }

  async function submit(values: TaskForm): Promise<void> {
    if (!useSession.getState().reread()) return
    const fault = firstFault(values, tasks, businessTomorrow())
    if (fault) return refuse(fault.field, fault.message, fault.isCap)

    setState('busy')
    try {
      await create.mutateAsync({ fields: toFields(values, profile._id), referenceImage })
      toast.success('Task created successfully!')
      form.reset(emptyTask)
      setReferenceImage(null)
      setState('done')
      setTimeout(() => setState('idle'), BACK_TO_IDLE_MS)
    } catch (error) {
      setState('idle')
      const message = messageOf(error, '')
      if (message.includes(CAP_REFUSAL)) toast.cap(message)
      else toast.failed('Error creating task')
    }
  }

  return (
    <SidePanel
      title="Add New Task"
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      }
    >
      <FormProvider {...form}>
        <form id={FORM_ID} className={styles.form} noValidate onSubmit={form.handleSubmit(submit)}>
          <What referenceImage={referenceImage} onReferenceImage={setReferenceImage} />
          <When tasks={tasks} />
          <Where />
        </form>
      </FormProvider>
    </SidePanel>
  )
}
