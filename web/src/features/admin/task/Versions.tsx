import type { Preview } from '@app/contracts/http/previews.ts'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { NotesSource } from '../../../domain/preview-notes/notes-source.ts'
import type { ListGrowth } from '../../../shared/api/use-growing-list.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { openFindings, openSureFindings, useProofreading } from '../proofreading/queries.ts'
import type { ChangedTask } from '../task-actions.ts'
import styles from './Versions.module.css'

// Loaded on demand, because most tasks have a single picture, and the panel shows a single picture with `TaskPicture`.
const NotedPreview = lazyPart(() => import('./NotedPreview.tsx'), { waiting: <Skeleton shape="block" /> })
const CompareDialog = lazyPart(() => import('../../../domain/preview/compare/CompareDialog.tsx'), { missing: PanelMissing })

interface VersionsProps {
  previews: readonly Preview[]
  /** The version that the panel shows above, with its notes. It cannot be opened here. */
  above: Preview | undefined
  growth: ListGrowth
  notes: NotesSource
  of: ChangedTask
}

/** The delivered and the withdrawn versions of a task, newest first. Each version can be opened, and any two versions can be compared. */
export function Versions({ previews, above, growth, notes, of }: VersionsProps) {
  const headingId = useId()
  const [isComparing, setComparing] = useState(false)
  return (
    <section className={styles.versions} aria-labelledby={headingId}>
      <div className={styles.title}>
        <h3 id={headingId}>Versions</h3>
        {previews.length > 1 && (
          <Button tone="quiet" size="small" onClick={() => setComparing(true)}>
            Compare versions
          </Button>
        )}
      </div>
      <ol className={styles.list}>
        {previews.map((preview) => (
          <Version key={preview._id} preview={preview} isAbove={preview === above} notes={notes} of={of} />
        ))}
      </ol>
      <EndOfList {...growth} />
      {isComparing && <CompareDialog versions={previews} growth={growth} onClose={() => setComparing(false)} />}
    </section>
  )
}

/** Whether a preview is one picture without a caption, which the panel already shows above the versions. */
const isPictureOnly = ({ files, caption }: Preview): boolean => files.length === 1 && files[0]?.kind === 'image' && caption === ''

interface VersionProps extends Pick<VersionsProps, 'notes' | 'of'> {
  preview: Preview
  isAbove: boolean
}

/**
 * A version with its notes. The current version is open if it has notes, findings that are sure, or content that is not shown above. Admins
 * can open and close each version.
 */
function Version({ preview, isAbove, notes, of }: VersionProps) {
  const { number, deliveredAt, isCurrent, isApproved, withdrawnAt, withdrawnReason } = preview
  const [pressed, setPressed] = useState<boolean>()
  const onThis = (notes.notes ?? []).filter(({ previewId }) => previewId === preview._id)
  const open = onThis.filter(({ state }) => state === 'open').length
  const { data: proofreading } = useProofreading(isCurrent ? preview._id : undefined)
  const findings = openFindings(proofreading).length
  const isWrong = openSureFindings(proofreading).length > 0
  const isOpen = pressed ?? (isCurrent && (onThis.length > 0 || isWrong || !isPictureOnly(preview)))
  const words = (
    <span className={styles.words}>
      <span className={styles.number}>Version {number}</span>
      {deliveredAt && (
        <span className={styles.date}>
          <Time value={deliveredAt} clock />
        </span>
      )}
      {isCurrent && <Badge>Current</Badge>}
      {isApproved && <Badge tone="approved">Approved</Badge>}
      {withdrawnAt && <Badge tone="roll-back">Withdrawn</Badge>}
      {findings > 0 && <Badge>{counted(findings, 'finding')}</Badge>}
      {open > 0 && <Badge tone="roll-back">{open === 1 ? '1 open note' : `${open} open notes`}</Badge>}
    </span>
  )
  if (isAbove) {
    return (
      <li className={styles.version}>
        <div className={styles.head}>{words}</div>
      </li>
    )
  }
  return (
    <li className={styles.version}>
      <details open={isOpen} onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setPressed(currentTarget.open)}>
        <summary className={styles.head}>
          <ChevronRight aria-hidden="true" />
          {words}
        </summary>
        {isOpen && (
          <div className={styles.content}>
            {withdrawnAt && (
              <p className={styles.date}>
                Withdrawn <Time value={withdrawnAt} clock />
                {withdrawnReason && `: ${withdrawnReason}`}
              </p>
            )}
            <NotedPreview notes={notes} preview={preview} label={`Version ${number}`} of={of} />
          </div>
        )}
      </details>
    </li>
  )
}
