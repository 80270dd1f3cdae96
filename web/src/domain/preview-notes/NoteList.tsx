import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { type ReactNode, useId } from 'react'
import { NoteItem } from './NoteItem.tsx'
import styles from './NoteList.module.css'
import { type NotesFilter, useNotesOnPreview } from './notes-context.ts'
import { openNotesOf } from './open-notes.ts'

/**
 * The notes on the shown preview. With the current preview, also the notes on earlier previews that are not done: those that the client
 * must check, and those that are still open.
 */
export default function NoteList() {
  const notes = useNotesOnPreview()
  if (!notes) return null
  const { source, side, preview, filter, setFilter, shown } = notes
  const all = source.notes ?? []
  const onThis = all.filter((note) => note.previewId === preview._id)
  const isNewest = preview.isCurrent || preview.state === 'draft'
  const earlier = isNewest ? all.filter((note) => note.previewId !== preview._id && note.previewNo !== null) : []
  const toCheck = side === 'client' ? [...earlier, ...onThis].filter(({ state }) => state === 'resolved') : []
  const stillOpen = openNotesOf(all).filter((note) => earlier.includes(note))
  const listed = shown.filter((note) => !toCheck.includes(note))
  const isEmpty = toCheck.length + stillOpen.length + onThis.length === 0
  const filters: [NotesFilter, string][] = [
    ['open', `Open (${onThis.filter(({ state }) => state === 'open').length})`],
    ['all', `All (${onThis.length})`],
  ]

  return (
    <div className={styles.groups}>
      {toCheck.length > 0 && (
        <Group title="Check these changes">
          <Items notes={toCheck} label="Check these changes" />
        </Group>
      )}
      {stillOpen.length > 0 && (
        <Group title="Open on earlier versions">
          <Items notes={stillOpen} label="Open on earlier versions" />
        </Group>
      )}
      {isEmpty && <p className={styles.none}>No open notes.</p>}
      {onThis.length > 0 && (
        <Group title="On this version" isTitleHidden={toCheck.length + stillOpen.length === 0}>
          <fieldset className={styles.filters}>
            <legend className="visually-hidden">Show notes</legend>
            {filters.map(([value, label]) => (
              <button key={value} type="button" className={styles.filter} aria-pressed={filter === value} onClick={() => setFilter(value)}>
                {label}
              </button>
            ))}
          </fieldset>
          {listed.length > 0 && <Items notes={listed} label={`Notes on version ${preview.number ?? 'draft'}`} />}
          {listed.length === 0 && <p className={styles.none}>No {filter === 'open' ? 'open' : 'other'} notes on this version.</p>}
        </Group>
      )}
    </div>
  )
}

interface GroupProps {
  title: string
  /** The only group needs no visible title. */
  isTitleHidden?: boolean
  children: ReactNode
}

function Group({ title, isTitleHidden = false, children }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h4 id={id} className={isTitleHidden ? 'visually-hidden' : undefined}>
        {title}
      </h4>
      {children}
    </section>
  )
}

const Items = ({ notes, label }: { notes: readonly PreviewNote[]; label: string }) => (
  <ol className={styles.list} aria-label={label}>
    {notes.map((note) => (
      <NoteItem key={note._id} note={note} />
    ))}
  </ol>
)
