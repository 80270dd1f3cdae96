import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { BriefFields, NEW_TASK_IDLE_MS, NewTaskPanel, PlatformChips } from '../../../domain/task/NewTaskPanel.tsx'
import { PostingTimeField } from '../../../domain/task/PostingTimeField.tsx'
import { RepeatFields, RepeatSwitch } from '../../../domain/task/RepeatFields.tsx'
import { isStatus, unlessOffline } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { DateField, FieldGroup, FieldPair } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { briefLabels } from '../brief-labels.ts'
import { createTask } from '../task-actions.ts'
import { adminPlatforms, emptyTask, faultsOf, type NewTaskForm, toFields } from './new-task-form.ts'

export default function NewTask({ company, onClose }: { company: CompanyProfile; onClose: () => void }) {
  const form = useForm({
    initial: emptyTask,
    draft: draftOf('admin', `new-task ${company._id}`),
    check: (values) => faultsOf(values, businessTomorrow()),
    onRefuse: ([fault]) => fault && toast.failed(fault.message),
    async send(values) {
      await createTask(toFields(values, company._id), values.referenceImage)
      toast.success('Task created successfully!')
    },
    // `useAccess` handles an expired session (401).
    onFailure: (error) => isStatus(error, 401) || toast.failed(unlessOffline(error, 'Error creating task')),
    idleAfter: NEW_TASK_IDLE_MS,
  })

  return (
    <NewTaskPanel title={`New task for ${company.companyName}`} form={form} onClose={onClose}>
      <BriefFields labels={briefLabels} onRefuse={toast.failed} />
      <FieldGroup title="When">
        <RepeatSwitch />
        {form.values.isRecurring ? <RepeatFields isForCompany /> : <Dates />}
        <PostingTime />
      </FieldGroup>
      <PlatformChips required platforms={adminPlatforms} />
    </NewTaskPanel>
  )
}

const dateFields = [
  { name: 'targetPostingDate', label: 'Target Posting Date' },
  { name: 'submissionForReview', label: 'Submission for Review Date' },
] as const

function Dates() {
  const { text } = useFormContext<NewTaskForm>()
  const tomorrow = useBusinessTomorrow()
  return (
    <FieldPair>
      {dateFields.map(({ name, label }) => (
        <DateField key={name} label={label} required min={tomorrow} {...text(name)} />
      ))}
    </FieldPair>
  )
}

function PostingTime() {
  const { text } = useFormContext<NewTaskForm>()
  return <PostingTimeField caller="admin" {...text('targetPostingTime')} />
}
