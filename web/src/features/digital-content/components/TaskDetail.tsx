import type { Task } from '@app/contracts/http/tasks.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { briefLabels } from '../brief-labels.ts'
import { briefFacts, historyFact, OwnerTaskSheet, stateFacts } from './OwnerTaskSheet.tsx'

/** These fields are only needed to design the image, so they are hidden for approved and posted tasks. */
const { tagline, offerormessage, guidlines, additionalinfo, ...shownLabels } = briefLabels

export default function TaskDetail({ task, onClose }: { task: Task; onClose: () => void }) {
  const comment = { label: 'Admin Post Comments', value: task.currentStatus === 'Posted' && task.adminPostComment }
  return (
    <SidePanel title={task.title} wide onClose={onClose}>
      <OwnerTaskSheet task={task}>
        <Facts facts={[...stateFacts(task), comment, ...briefFacts(task, shownLabels), historyFact(task)]} />
      </OwnerTaskSheet>
    </SidePanel>
  )
}
