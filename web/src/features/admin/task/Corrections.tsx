import { canMove, canReview } from '@app/contracts/rules/task-status.ts'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import type { Opened } from '../task-actions.ts'
import type { Correction } from './CorrectionDialog.tsx'
import styles from './TaskPanel.module.css'

const ChangePost = lazyPart(() => import('./ChangePost.tsx'), { missing: PanelMissing })
const CorrectionDialog = lazyPart(() => import('./CorrectionDialog.tsx'), { missing: PanelMissing })

interface CorrectionsProps extends Opened {
  onLaunchUndone: () => void
  /** Called when the task was removed. */
  onRemoved: () => void
}

/** The buttons with which an admin corrects a mistake: a wrong preview, launch, post or task. */
export function Corrections({ task, companyName, onLaunchUndone, onRemoved }: CorrectionsProps) {
  const [opened, setOpened] = useState<Correction>()
  const [isChangingPost, setChangingPost] = useState(false)
  return (
    <section className={styles.corrections} aria-label="Corrections">
      {canReview(task) && task.previewNo !== null && (
        <Button tone="quiet" size="small" onClick={() => setOpened('withdraw')}>
          Withdraw version {task.previewNo}
        </Button>
      )}
      {canMove(task) ? (
        <Button tone="quiet" size="small" className={styles.remove} onClick={() => setOpened('remove')}>
          Remove task
        </Button>
      ) : (
        <>
          <Button tone="quiet" size="small" onClick={() => setChangingPost(true)}>
            Change time or links
          </Button>
          <Button tone="quiet" size="small" onClick={() => setOpened('undo-launch')}>
            Undo launch
          </Button>
        </>
      )}
      {isChangingPost && <ChangePost task={task} companyName={companyName} onClose={() => setChangingPost(false)} />}
      {opened && (
        <CorrectionDialog
          correction={opened}
          task={task}
          companyName={companyName}
          onDone={() => {
            setOpened(undefined)
            if (opened === 'undo-launch') onLaunchUndone()
            if (opened === 'remove') onRemoved()
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}
