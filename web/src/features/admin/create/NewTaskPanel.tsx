import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ApiError } from '../../../shared/api/api-error.ts'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { Button, type ButtonState } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { useCreateTask } from '../api/task-actions.ts'
import { toast } from '../toasts.ts'
import { NewTaskFields } from './NewTaskFields.tsx'
import { emptyTask, faultsOf, type NewTaskForm, toFields } from './new-task-form.ts'

const BACK_TO_IDLE_MS = 1_500
const FORM_ID = 'new-task'

/** The form for a company's new task. What was typed stays when the server refuses it. */
export function NewTaskPanel({ company, onClose }: { company: CompanyProfile; onClose: () => void }) {
  const [referenceImage, setReferenceImage] = useState<File | null>(null)
  const [state, setState] = useState<ButtonState>('idle')
  const form = useForm<NewTaskForm>({ defaultValues: emptyTask })
  const create = useCreateTask()

  async function submit(values: NewTaskForm): Promise<void> {
    const faults = faultsOf(values, businessTomorrow())
    for (const [i, { field, message }] of faults.entries()) form.setError(field, { message }, { shouldFocus: i === 0 })
    if (faults[0]) return toast.failed(faults[0].message)

    setState('busy')
    try {
      await create.mutateAsync({ fields: toFields(values, company._id), referenceImage })
      toast.success('Task created successfully!')
      form.reset(emptyTask)
      setReferenceImage(null)
      setState('done')
      setTimeout(() => setState('idle'), BACK_TO_IDLE_MS)
    } catch (error) {
      setState('idle')
      toast.failed('Error creating task')
      const refused = error instanceof ApiError ? error.errors : []
      for (const { field, message } of refused) form.setError(field as keyof NewTaskForm, { message })
    }
  }

  return (
    <SidePanel
      title={`New task for ${company.companyName}`}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      }
    >
      <FormProvider {...form}>
        <form id={FORM_ID} noValidate onSubmit={form.handleSubmit(submit)}>
          <NewTaskFields referenceImage={referenceImage} onReferenceImage={setReferenceImage} />
        </form>
      </FormProvider>
    </SidePanel>
  )
}
