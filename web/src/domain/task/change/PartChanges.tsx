import type { BriefPart } from '@app/contracts/rules/brief.ts'
import type { ReactNode } from 'react'
import { ChangedText } from '../../preview/compare/ChangedText.tsx'
import type { Brief } from '../brief.ts'
import { type PartChange, partLabels } from './brief-parts.ts'
import styles from './PartChanges.module.css'

interface PartChangesProps {
  changes: readonly PartChange[]
  labels: Brief
  /** Text below a part. */
  noteOn?: (part: BriefPart) => ReactNode
}

/** The changed parts of a brief, with removed and added words marked. */
export function PartChanges({ changes, labels, noteOn }: PartChangesProps) {
  const names = partLabels(labels)
  return (
    <dl className={styles.parts}>
      {changes.map(({ part, diff }) => (
        <div key={part}>
          <dt className={styles.label}>{names[part]}</dt>
          <dd className={styles.change}>
            {diff.some(({ kind }) => kind !== 'same') ? <ChangedText parts={diff} /> : 'Only spaces or line breaks changed.'}
            {noteOn?.(part)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
