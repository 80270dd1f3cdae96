import { brand } from '@app/contracts/brand.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import { useId } from 'react'
import type { ListGrowth } from '../../shared/api/use-growing-list.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './TaskNoteList.module.css'

interface TaskNoteListProps {
  caller: Caller
  notes: readonly TaskNote[]
  growth: ListGrowth
}

/** The messages about a task and the replies to emails about it, newest first. */
export default function TaskNoteList({ caller, notes, growth: { hasMore, growth, more } }: TaskNoteListProps) {
  const headingId = useId()
  return (
    <section className={styles.notes} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {notes.some(isMessage) ? 'Messages' : 'Replies by email'}
      </h3>
      <ol className={styles.list} aria-labelledby={headingId}>
        {notes.map((note) => (
          <Note key={note._id} note={note} caller={caller} />
        ))}
      </ol>
      {growth === 'failed' ? (
        <RetryNotice message="We couldn’t load the rest of the list." onRetry={() => void more()} />
      ) : (
        hasMore && (
          <Button tone="quiet" size="small" state={growth === 'busy' ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => void more()}>
            Show more
          </Button>
        )
      )}
    </section>
  )
}

const isMessage = ({ source }: TaskNote): boolean => source === 'portal'

/** Returns the author of a message. Messages have no names: any admin may write for the agency. */
function writerOf({ authorSide }: TaskNote, caller: Caller): string {
  if (authorSide === 'agency') return caller === 'owner' ? brand.name : 'Your team'
  return caller === 'owner' ? 'You' : 'The company'
}

/** Returns the author from the reader's point of view. No name is shown, because the sender of an email chooses it freely. */
function authorOf(note: TaskNote, caller: Caller): string {
  if (isMessage(note)) return writerOf(note, caller)
  const { author, isFromRecipient, isAutomatic } = note
  const kind = isAutomatic ? 'Automatic reply from ' : ''
  if (isFromRecipient && caller === 'owner') return isAutomatic ? `${kind}your mailbox` : 'You'
  const address = author ?? 'an unknown address'
  return isFromRecipient || isAutomatic ? `${kind}${address}` : `From another address: ${address}`
}

function Note({ note, caller }: { note: TaskNote; caller: Caller }) {
  return (
    <li className={styles.note}>
      <p className={styles.by}>
        {authorOf(note, caller)}&nbsp;·{note.previewNo !== null && <> Version&nbsp;{note.previewNo}&nbsp;·</>}{' '}
        <Time value={note.createdAt} />
      </p>
      <p className={note.text ? styles.text : styles.hint}>{note.text || 'This email had no text.'}</p>
      {note.hasAttachments && <p className={styles.hint}>This email had attachments. We don’t keep files from emails.</p>}
    </li>
  )
}
