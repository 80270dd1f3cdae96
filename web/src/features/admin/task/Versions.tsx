import type { Preview } from '@app/contracts/http/previews.ts'
import { useId, useState } from 'react'
import type { ListGrowth } from '../../../shared/api/use-growing-list.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { LazyPreviewContent } from './LazyPreviewContent.ts'
import styles from './Versions.module.css'

interface VersionsProps {
  previews: readonly Preview[]
  growth: ListGrowth
}

/** The delivered versions of a task, newest first. Each version can be opened. */
export function Versions({ previews, growth }: VersionsProps) {
  const headingId = useId()
  return (
    <section className={styles.versions} aria-labelledby={headingId}>
      <h3 id={headingId}>Versions</h3>
      <ol className={styles.list}>
        {previews.map((preview) => (
          <Version key={preview._id} preview={preview} />
        ))}
      </ol>
      <EndOfList {...growth} />
    </section>
  )
}

/** Whether a preview is one picture without a caption, which the panel already shows above the versions. */
const isPictureOnly = ({ files, caption }: Preview): boolean => files.length === 1 && files[0]?.kind === 'image' && caption === ''

function Version({ preview }: { preview: Preview }) {
  const { number, deliveredAt, isCurrent, isApproved } = preview
  const [isOpen, setOpen] = useState(isCurrent && !isPictureOnly(preview))
  return (
    <li className={styles.version}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.head}>
          <span className={styles.number}>Version {number}</span>
          {deliveredAt && (
            <span className={styles.date}>
              <Time value={deliveredAt} clock />
            </span>
          )}
          {isCurrent && <Badge>Current</Badge>}
          {isApproved && <Badge tone="approved">Approved</Badge>}
        </summary>
        {isOpen && <LazyPreviewContent preview={preview} label={`Version ${number}`} />}
      </details>
    </li>
  )
}
