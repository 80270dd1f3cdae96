import type { Task } from '@app/contracts/http/tasks.ts'
import { canEdit, canMove } from '@app/contracts/rules/task-status.ts'
import { CalendarDays, Pencil } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import styles from './BriefSection.module.css'
import type { TaskChanges } from './task-changes.ts'

const EditTask = lazyPart(() => import('./EditTask.tsx'), { missing: PanelMissing })
const MoveTask = lazyPart(() => import('./MoveTask.tsx'), { missing: PanelMissing })
const BriefChanges = lazyPart(() => import('./BriefChanges.tsx'))
const parts = [EditTask, MoveTask]

interface BriefSectionProps {
  task: Task
  changes: TaskChanges
  /** Called with the task after this user has changed it. */
  onChanged?: (task: Task) => void
  /** The facts of the brief. */
  children: ReactNode
}

/** The brief of a task in its panel, with the buttons that change it, what changed since the current preview, and its history. */
export function BriefSection({ task, changes, onChanged, children }: BriefSectionProps) {
  const headingId = useId()
  const [opened, setOpened] = useState<'edit' | 'move'>()
  const close = () => setOpened(undefined)
  useLoadedWhenIdle(parts)
  const shown = { task, changes, onClose: close }
  return (
    <section className={styles.brief} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId} className={styles.heading}>
          Brief
        </h3>
        {canEdit(task, changes.caller) && (
          <Button tone="quiet" size="small" icon={<Pencil aria-hidden="true" />} onClick={() => setOpened('edit')}>
            Edit <span className="visually-hidden">the brief</span>
          </Button>
        )}
        {canMove(task) && (
          <Button tone="quiet" size="small" icon={<CalendarDays aria-hidden="true" />} onClick={() => setOpened('move')}>
            Move to…
          </Button>
        )}
      </div>
      {task.briefVersion > 1 && <BriefChanges key={task._id} task={task} changes={changes} />}
      {children}
      {opened === 'edit' && <EditTask {...shown} onSaved={(saved) => onChanged?.(saved)} />}
      {opened === 'move' && <MoveTask {...shown} {...(onChanged && { onMoved: onChanged })} />}
    </section>
  )
}
