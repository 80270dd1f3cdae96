import type { Task } from '@app/contracts/http/tasks.ts'
import { PreviewPicture } from '../../../shared/task/PreviewPicture.tsx'
import { TaskSheet } from '../../../shared/task/TaskSheet.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { briefLabels } from '../brief-labels.ts'
import { NO_PICTURE } from './no-picture.ts'
import { briefFacts, historyFact, stateFacts } from './owner-facts.tsx'

/** What the making of the picture alone needed is left out once it is made. */
const { tagline, offerormessage, guidlines, additionalinfo, ...shownLabels } = briefLabels

/** An approved or posted task, to be read only. */
export default function TaskDetail({ task, onClose }: { task: Task; onClose: () => void }) {
  const comment = { label: 'Admin Post Comments', value: task.currentStatus === 'Posted' && task.adminPostComment }
  return (
    <SidePanel title={task.title} wide onClose={onClose}>
      <TaskSheet
        heading="Task Preview"
        picture={<PreviewPicture src={task.doneTaskImage} alt={`Task Preview of ${task.title}`} placeholder={NO_PICTURE} />}
        facts={<Facts facts={[...stateFacts(task), comment, ...briefFacts(task, shownLabels), historyFact(task)]} />}
      />
    </SidePanel>
  )
}
