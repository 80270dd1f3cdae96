import type { RollbackEntry } from '@app/contracts/http/tasks.ts'
import { Badge } from '../../shared/ui/Badge.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './RollbackHistory.module.css'

/** Maximum number of entries on a screen. */
const HISTORY_SHOWN = 4

interface RollbackHistoryProps {
  entries: readonly RollbackEntry[]
  /** Author of the feedback, from the reader's point of view: "You" or the company's name. */
  author: string
  /** Whether to show the rejected preview even if the feedback has a suggested image. The designer of the next preview needs both. */
  withBothPictures?: boolean
}

/** The last entries of a task's rollback history, newest last. Each entry has its number, its picture and the feedback. */
export function RollbackHistory({ entries, author, withBothPictures = false }: RollbackHistoryProps) {
  const skipped = Math.max(0, entries.length - HISTORY_SHOWN)
  return (
    <ol className={styles.history} start={skipped + 1}>
      {entries.slice(skipped).map((entry, i) => {
        const { doneTaskImage, clientSuggestImage } = entry
        const number = skipped + i + 1
        const showsPreview = doneTaskImage && (withBothPictures || !clientSuggestImage)
        return (
          <li key={number} className={styles.entry}>
            {(showsPreview || clientSuggestImage) && (
              <div className={styles.pictures}>
                {showsPreview && <Picture src={doneTaskImage} alt={`Preview ${number}`} />}
                {clientSuggestImage && <Picture src={clientSuggestImage} alt={`Suggestion ${number}`} />}
              </div>
            )}
            <div className={styles.words}>
              <p className={styles.by}>
                <span>
                  {author}&nbsp;· <Time value={entry.createdAt} />
                </span>
                {entry.isUnconfirmed && <Badge tone="pending">Unconfirmed</Badge>}
              </p>
              {entry.feedback && (
                <p className={styles.feedback}>
                  {number}. {entry.feedback}
                </p>
              )}
              {entry.isUnconfirmed && <p className={styles.hint}>An email app may have sent this feedback, not a person.</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Picture({ src, alt }: { src: string; alt: string }) {
  return (
    <a className={styles.picture} href={src} title={alt} target="_blank" rel="noreferrer">
      <img src={src} alt={alt} loading="lazy" />
    </a>
  )
}
