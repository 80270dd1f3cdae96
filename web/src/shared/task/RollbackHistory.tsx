import type { RollbackEntry } from '@app/contracts/http/tasks.ts'
import { HISTORY_SHOWN } from '@app/contracts/rules/task-status.ts'
import { Time } from '../ui/Time.tsx'
import styles from './RollbackHistory.module.css'

interface RollbackHistoryProps {
  entries: readonly RollbackEntry[]
  /** Who wrote the feedback, in the reader's terms: "You" or the company's name. */
  author: string
}

/** The last entries as a conversation: the picture it was about, then the words, numbered, newest last. */
export function RollbackHistory({ entries, author }: RollbackHistoryProps) {
  const skipped = Math.max(0, entries.length - HISTORY_SHOWN)
  return (
    <ol className={styles.history} start={skipped + 1}>
      {entries.slice(skipped).map((entry, i) => {
        const picture = entry.clientSuggestImage ?? entry.doneTaskImage
        const number = skipped + i + 1
        return (
          <li key={number} className={styles.entry}>
            {picture && (
              <a className={styles.picture} href={picture} target="_blank" rel="noreferrer">
                <img src={picture} alt={entry.clientSuggestImage ? `Suggestion ${number}` : `Preview ${number}`} loading="lazy" />
              </a>
            )}
            <div className={styles.words}>
              <p className={styles.by}>
                {author} · <Time value={entry.createdAt} relative />
              </p>
              {entry.feedback && (
                <p className={styles.feedback}>
                  {number}. {entry.feedback}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
