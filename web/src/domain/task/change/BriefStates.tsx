import { formatList } from '@app/contracts/format/lists.ts'
import type { BriefState } from '@app/contracts/http/task-changes.ts'
import { ChevronRight } from 'lucide-react'
import { Time } from '../../../shared/ui/Time.tsx'
import styles from './BriefChanges.module.css'
import { compareBriefs, partLabels } from './brief-parts.ts'
import { PartChanges } from './PartChanges.tsx'
import type { TaskChanges } from './task-changes.ts'

interface BriefStatesProps {
  /** Newest first. */
  states: readonly BriefState[]
  changes: TaskChanges
}

/** Who changed a brief when, and what. The words that changed can be shown if the state before is loaded. */
export function BriefStates({ states, changes: { labels, authorOf } }: BriefStatesProps) {
  const names = partLabels(labels)
  return (
    <ol className={styles.states}>
      {states.map((state, at) => {
        const { number, changed, changedAt, previewNo } = state
        const before = states[at + 1]
        return (
          <li key={number} className={styles.state}>
            <p className={styles.by}>
              {authorOf(state)} · <Time value={changedAt} clock />
              {previewNo !== null && ` · after version ${previewNo}`}
            </p>
            {changed.length === 0 ? (
              <p>First brief</p>
            ) : (
              <details>
                <summary className={styles.what}>
                  <ChevronRight aria-hidden="true" />
                  {formatList(changed.map((part) => names[part]))}
                </summary>
                {before && <PartChanges changes={compareBriefs(before, state, changed)} labels={labels} />}
              </details>
            )}
          </li>
        )
      })}
    </ol>
  )
}
