import { WHOLE_PREVIEW } from '@app/contracts/rules/preview-notes.ts'
import { useId } from 'react'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { AddNote } from './AddNote.tsx'
import { NOTES_SECTION } from './focus-target.ts'
import styles from './NotesSection.module.css'
import { useNotesOnPreview } from './notes-context.ts'

// Loaded on demand, because most previews have no notes.
const NoteList = lazyPart(() => import('./NoteList.tsx'))
const WholePreviewNote = lazyPart(() => import('./WholePreviewNote.tsx'))

const hints = {
  image: 'Click or tap the picture where you want a change.',
  video: 'Pause the video where you want to add a note.',
  pdf: 'Open the PDF to write a note on one of its pages.',
} as const

/**
 * The notes on the surrounding preview as a list, with a button for a note on the whole preview. Shows nothing if there are no notes and
 * the reader cannot write any.
 */
export function NotesSection() {
  const headingId = useId()
  const notes = useNotesOnPreview()
  if (!notes) return null
  const { source, may, mode, preview } = notes
  const hasNotes = Boolean(source.notes?.length)
  const [first] = preview.files
  if (!hasNotes && may !== 'write' && !source.failure) return null

  return (
    <section className={styles.notes} aria-labelledby={headingId} {...{ [NOTES_SECTION]: '' }}>
      <div className={styles.head}>
        <h3 id={headingId}>Notes</h3>
        <AddNote filePosition={null} surface="page" isAimed={false} place={() => WHOLE_PREVIEW}>
          Note on the whole preview
        </AddNote>
      </div>
      {source.failure && <RetryNotice message={source.failure} busy={source.isLoading} onRetry={source.reload} />}
      {source.notes && !hasNotes && first && <p className={styles.hint}>{hints[first.kind]}</p>}
      {hasNotes && <NoteList />}
      {mode.kind === 'writing' && mode.place.filePosition === null && <WholePreviewNote writing={mode} />}
    </section>
  )
}
