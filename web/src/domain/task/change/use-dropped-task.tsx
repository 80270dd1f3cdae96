import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type ReactNode, useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyFile, lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import type { MovableTask } from './move.ts'
import { fullMonth, type TaskChanges } from './task-changes.ts'

const MoveTask = lazyPart(() => import('./MoveTask.tsx'), { missing: PanelMissing })
const moves = lazyFile(() => import('./move.ts'))

interface Dropped {
  task: MovableTask
  day: CalendarDate
}

/**
 * Moves a task that was dragged to another day of a calendar. For a task of a series, `question` is the dialog that asks whether the later
 * posts move, too. If the day is refused, a toast says why.
 */
export function useDroppedTask(changes: Pick<TaskChanges, 'caller' | 'keep' | 'tasks'>): {
  drop: (task: MovableTask | undefined, day: CalendarDate) => Promise<void>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Dropped>()

  async function drop(task: MovableTask | undefined, day: CalendarDate): Promise<void> {
    const file = await moves.load()
    if (!task || !file) return
    const dates = file.datesAfterMove(task, day, changes.caller)
    const refusal = 'fault' in dates ? dates.fault.message : fullMonth(task, day, changes.tasks)
    if (refusal) return notify.error(refusal)
    if (file.hasFollowing(task)) return setAsked({ task, day })
    try {
      await file.moveWithUndo(changes, task, { targetPostingDate: day })
    } catch (error) {
      // The screens handle an expired session (401).
      if (!isStatus(error, 401)) notify.error(messageOf(error, file.MOVE_FAILED))
    }
  }

  const question = asked && <MoveTask task={asked.task} changes={changes} day={asked.day} onClose={() => setAsked(undefined)} />
  return { drop, question }
}
