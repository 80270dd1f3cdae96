import { listNotes, NOTE_PAGE_MAX, type TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { adminCallPage, callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import { draftOf } from '../../shared/form/drafts.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { notesKey } from './notes-key.ts'
import styles from './TaskNotes.module.css'

// Loaded on demand, because most tasks have no messages.
const TaskNoteList = lazyPart(() => import('./TaskNoteList.tsx'))
const WriteMessage = lazyPart(() => import('./WriteMessage.tsx'))
const parts = [WriteMessage]

interface TaskNotesProps {
  caller: Caller
  task: Task
  /** The client from the reader's point of view: "You", or the name of the company. */
  client: string
  /** Further buttons beside the one that opens the message form. */
  actions?: ReactNode
}

/** The messages on a task in both directions, with the replies to its emails. */
export function TaskNotes({ caller, task, client, actions }: TaskNotesProps) {
  const headingId = useId()
  const { query, items, ...growth } = useNotes(caller, task)
  const draft = draftOf(caller, `message ${task._id}`)
  // If there is an unsent message, the form is open.
  const [isWriting, setWriting] = useState(() => draft?.read() !== undefined)
  const writeButton = useRef<HTMLButtonElement>(null)
  useLoadedWhenIdle(parts)
  const hasOnlyReplies = items !== undefined && items.length > 0 && items.every(({ source }) => source === 'email')

  /** `flushSync` renders the button first, so that it can get the focus. */
  function closeForm(): void {
    flushSync(() => setWriting(false))
    writeButton.current?.focus()
  }

  return (
    <section className={styles.notes} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId} className={styles.heading}>
          {hasOnlyReplies ? 'Replies by email' : 'Messages'}
        </h3>
        {!isWriting && (
          <Button ref={writeButton} tone="quiet" size="small" icon={<MessageSquare aria-hidden="true" />} onClick={() => setWriting(true)}>
            Write a message
          </Button>
        )}
        {actions}
      </div>
      {query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(query.error, 'We couldn’t load the messages.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {items && items.length > 0 && (
        <TaskNoteList
          key={`list ${task._id}`}
          caller={caller}
          task={task}
          client={client}
          notes={items}
          hasOnlyReplies={hasOnlyReplies}
          growth={growth}
        />
      )}
      {isWriting && <WriteMessage key={`form ${task._id}`} caller={caller} task={task} client={client} draft={draft} onClose={closeForm} />}
    </section>
  )
}

const AT_ONCE = 5

const pages = { owner: callPage, admin: adminCallPage } satisfies Record<Caller, unknown>

/** Loads the notes on a task, newest first. */
const useNotes = (caller: Caller, { _id, taskId }: Pick<Task, '_id' | 'taskId'>) =>
  useGrowingList<TaskNote>({
    queryKey: notesKey(taskId),
    load: ({ signal, ...page }) => pages[caller](listNotes, { params: { id: _id }, query: page, signal }),
    keyOf: (note) => note._id,
    step: AT_ONCE,
    most: NOTE_PAGE_MAX,
  })
