import type { Preview } from '@app/contracts/http/previews.ts'
import { useId } from 'react'
import type { ListGrowth } from '../../../shared/api/use-growing-list.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { PreviewSummary } from './PreviewSummary.tsx'
import styles from './Versions.module.css'

interface VersionsProps {
  previews: readonly Preview[]
  growth: ListGrowth
}

/** The delivered versions of a task, newest first. */
export function Versions({ previews, growth }: VersionsProps) {
  const headingId = useId()
  return (
    <section className={styles.versions} aria-labelledby={headingId}>
      <h3 id={headingId}>Versions</h3>
      <ol className={styles.list}>
        {previews.map((preview) => (
          <li key={preview._id} className={styles.version}>
            <div className={styles.head}>
              <h4>Version {preview.number}</h4>
              {preview.deliveredAt && (
                <span className={styles.date}>
                  <Time value={preview.deliveredAt} clock />
                </span>
              )}
              {preview.isCurrent && <Badge>Current</Badge>}
              {preview.isApproved && <Badge tone="approved">Approved</Badge>}
            </div>
            <PreviewSummary preview={preview} />
          </li>
        ))}
      </ol>
      <EndOfList {...growth} />
    </section>
  )
}
