import { brand } from '@app/contracts/brand.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { useRef, useState } from 'react'
import type { ListGrowth } from '../../shared/api/use-growing-list.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Badge } from '../../shared/ui/Badge.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './TaskNoteList.module.css'
import { useMarkSeen } from './use-mark-seen.ts'

interface Reader {
  caller: Caller
  /** The client from the reader's point of view: "You", or the name of the company. */
  client: string
}

interface TaskNoteListProps extends Reader {
  task: Task
  /** Newest first. */
  notes: readonly TaskNote[]
  /** Whether all notes are replies to emails. The heading then says so. */
  hasOnlyReplies: boolean
  growth: ListGrowth
}

/** The messages on a task and the replies to its emails, newest last. Notes that are on the screen are marked as seen. */
export default function TaskNoteList({ caller, client, task, notes, hasOnlyReplies, growth: paging }: TaskNoteListProps) {
  const { hasMore, growth, more } = paging
  const list = useRef<HTMLOListElement>(null)
  const fresh = useFresh(notes)
  useMarkSeen(caller, task, notes, list)
  return (
    <>
      {growth === 'failed' ? (
        <RetryNotice message="We couldn’t load the earlier messages." onRetry={() => void more()} />
      ) : (
        hasMore && (
          <div>
            <Button
              tone="quiet"
              size="small"
              state={growth === 'busy' ? 'busy' : 'idle'}
              busyLabel="Loading..."
              onClick={() => void more()}
            >
              Show earlier
            </Button>
          </div>
        )
      )}
      <ol ref={list} className={styles.list}>
        {notes.toReversed().map((note) => (
          <Note key={note._id} note={note} caller={caller} client={client} isFresh={fresh.has(note._id)} saysByEmail={!hasOnlyReplies} />
        ))}
      </ol>
    </>
  )
}

/** Returns the ids of the notes that were unread when the list showed them first. They stay marked as new until the list is closed. */
function useFresh(notes: readonly TaskNote[]): ReadonlySet<string> {
  const unread = notes.filter(({ isUnread }) => isUnread).map(({ _id }) => _id)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set(unread))
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]))
  return fresh
}

/** Returns the author from the reader's point of view. No name is shown for emails, because their sender chooses it freely. */
function authorOf({ source, authorSide, author, isFromRecipient, isAutomatic }: TaskNote, { caller, client }: Reader): string {
  if (source === 'portal') return authorSide === 'agency' ? brand.name : client
  const kind = isAutomatic ? 'Automatic reply from ' : ''
  if (isFromRecipient && caller === 'owner') return isAutomatic ? `${kind}your mailbox` : 'You'
  const address = author ?? 'an unknown address'
  return isFromRecipient || isAutomatic ? `${kind}${address}` : `From another address: ${address}`
}

interface NoteProps extends Reader {
  note: TaskNote
  isFresh: boolean
  /** Whether a reply says that it came by email. */
  saysByEmail: boolean
}

function Note({ note, isFresh, saysByEmail, ...reader }: NoteProps) {
  const isOwnSide = note.authorSide === (reader.caller === 'owner' ? 'client' : 'agency')
  const isOwn = isOwnSide && note.isFromRecipient && !note.isAutomatic
  return (
    <li className={styles.note} data-own={isOwn || undefined}>
      <p className={styles.by}>
        <span>
          {authorOf(note, reader)}
          {note.previewNo !== null && <>&nbsp;· Version&nbsp;{note.previewNo}</>}
          &nbsp;· <Time value={note.createdAt} clock={note.source === 'portal'} />
          {saysByEmail && note.source === 'email' && <>&nbsp;· by&nbsp;email</>}
        </span>
        {isFresh && <Badge tone="pending">New</Badge>}
      </p>
      <p className={note.text ? styles.text : styles.hint}>{note.text || 'This email had no text.'}</p>
      {note.hasAttachments && <p className={styles.hint}>This email had attachments. We don’t keep files from emails.</p>}
    </li>
  )
}
