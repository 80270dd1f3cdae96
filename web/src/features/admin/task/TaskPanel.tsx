import { PreviewPicture } from '../../../shared/task/PreviewPicture.tsx'
import { TaskSheet } from '../../../shared/task/TaskSheet.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import type { ListedTask } from '../task-lists.ts'
import { AdminTaskFacts } from './AdminTaskFacts.tsx'
import { LaunchForm } from './LaunchForm.tsx'
import { UploadTaskImage } from './UploadTaskImage.tsx'

interface TaskPanelProps extends ListedTask {
  /** Whether it was opened to be launched. */
  canLaunch: boolean
  onClose: () => void
}

/** All that is known of a task. While it is in the making its picture is delivered here; on its day it is launched. */
export default function TaskPanel({ task, company, canLaunch, onClose }: TaskPanelProps) {
  const isDecided = task.currentStatus === 'Approved' || task.currentStatus === 'Posted'
  return (
    <SidePanel title={task.title} wide onClose={onClose} footer={canLaunch && isDecided ? <LaunchForm task={task} /> : undefined}>
      <TaskSheet
        heading={isDecided ? `${task.currentStatus} Image` : 'Task Image'}
        picture={
          isDecided ? (
            <PreviewPicture
              src={task.doneTaskImage}
              alt={`${task.currentStatus} image of ${task.title}`}
              placeholder="There is no image."
            />
          ) : (
            <UploadTaskImage task={task} />
          )
        }
        facts={<AdminTaskFacts task={task} company={company} />}
      />
    </SidePanel>
  )
}
