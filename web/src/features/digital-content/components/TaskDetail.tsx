import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { briefLabels } from '../brief-labels.ts'
import { useTaskPreviews } from '../previews.ts'
import { briefFacts, historyFact, OwnerTaskSheet, stateFacts } from './OwnerTaskSheet.tsx'

/** These fields are only needed to design the image, so they are hidden for approved and posted tasks. */
const { tagline, offerormessage, guidlines, additionalinfo, ...shownLabels } = briefLabels

interface TaskDetailProps {
  task: Task
  profile: CompanyProfile
  onClose: () => void
}

export default function TaskDetail({ task, profile, onClose }: TaskDetailProps) {
  const previews = useTaskPreviews(task)
  const comment = { label: 'Admin Post Comments', value: task.currentStatus === 'Posted' && task.adminPostComment }
  return (
    <SidePanel title={task.title} wide onClose={onClose}>
      <OwnerTaskSheet task={task} previews={previews} profile={profile}>
        <Facts facts={[...stateFacts(task), comment, ...briefFacts(task, shownLabels), historyFact(task)]} />
      </OwnerTaskSheet>
    </SidePanel>
  )
}
