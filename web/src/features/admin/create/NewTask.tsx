import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { showRefused } from '../../../shared/api/show-refused.ts'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { BriefFields } from '../../../shared/task/BriefFields.tsx'
import { NewTaskPanel } from '../../../shared/task/NewTaskPanel.tsx'
import { PlatformChips } from '../../../shared/task/PlatformChips.tsx'
import { useCreateTask } from '../api/task-actions.ts'
import { briefLabels } from '../brief-labels.ts'
import { toast } from '../toasts.ts'
import { Dates } from './Dates.tsx'
import styles from './NewTask.module.css'
import { adminPlatforms, emptyTask, faultsOf, type NewTaskForm, toFields } from './new-task-form.ts'

/** The form for a company's new task. What was typed stays when the server refuses it. */
export default function NewTask({ company, onClose }: { company: CompanyProfile; onClose: () => void }) {
  const [referenceImage, setReferenceImage] = useState<File | null>(null)
  const form = useForm<NewTaskForm>({ defaultValues: emptyTask })
  const create = useCreateTask()

  function check(values: NewTaskForm): boolean {
    const faults = faultsOf(values, businessTomorrow())
    for (const [i, { field, message }] of faults.entries()) form.setError(field, { message }, { shouldFocus: i === 0 })
    if (faults[0]) toast.failed(faults[0].message)
    return faults.length === 0
  }

  async function send(values: NewTaskForm): Promise<void> {
    try {
      await create.mutateAsync({ fields: toFields(values, company._id), referenceImage })
    } catch (error) {
      toast.failed(unlessOffline(error, 'Error creating task'))
      showRefused(error as Error, form)
      throw error
    }
    toast.success('Task created successfully!')
    form.reset(emptyTask)
    setReferenceImage(null)
  }

  const platformsLegend = (
    <>
      Platforms <span className={styles.required}>*</span>
    </>
  )
  return (
    <NewTaskPanel title={`New task for ${company.companyName}`} form={form} check={check} send={send} onClose={onClose}>
      <BriefFields labels={briefLabels} referenceImage={referenceImage} onReferenceImage={setReferenceImage} onRefuse={toast.failed} />
      <Dates />
      <PlatformChips legend={platformsLegend} platforms={adminPlatforms} />
    </NewTaskPanel>
  )
}
