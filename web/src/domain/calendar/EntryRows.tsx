import { Link } from '../../shared/ui/Link.tsx'
import { PostLinks } from '../task/PostLinks.tsx'
import { TaskThumbnail } from '../task/TaskThumbnail.tsx'
import styles from './EntryRows.module.css'
import { EntryBadge, StatusIcon, toneOf } from './EntryStatus.tsx'
import type { CalendarEntry } from './entries.ts'

/** Entries of one day as rows, each with its picture, title, company and status. The agenda and the dialog of a day show these rows. */
export const EntryRows = ({ entries }: { entries: readonly CalendarEntry[] }) => (
  <ul className={styles.rows}>
    {entries.map((entry) => (
      <EntryRow key={entry.key} entry={entry} />
    ))}
  </ul>
)

function EntryRow({ entry: { title, status, companyName, time, links, picture, to } }: { entry: CalendarEntry }) {
  return (
    <li className={styles.row}>
      <div className={styles.picture} data-tone={toneOf(status)}>
        {picture?.doneTaskImage ? <TaskThumbnail task={picture} /> : <StatusIcon status={status} />}
      </div>
      <div className={styles.words}>
        {to ? (
          <Link className={styles.title} {...to} data-covers="">
            {title}
          </Link>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {companyName && <p className={styles.company}>{companyName}</p>}
        {time && <p className={styles.company}>{status === 'Posted' ? `Posted at ${time}` : time}</p>}
        {links && <PostLinks links={links} />}
      </div>
      <EntryBadge status={status} />
    </li>
  )
}
