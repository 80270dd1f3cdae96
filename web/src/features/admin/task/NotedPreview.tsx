import type { Preview } from '@app/contracts/http/previews.ts'
import { PreviewContent } from '../../../domain/preview/PreviewContent.tsx'
import { NotesSection } from '../../../domain/preview-notes/NotesSection.tsx'
import type { NotesSource } from '../../../domain/preview-notes/notes-source.ts'
import { WithNotes } from '../../../domain/preview-notes/WithNotes.tsx'
import { draftOf } from '../../../shared/form/drafts.ts'
import CheckedContent from '../proofreading/CheckedContent.tsx'
import type { ChangedTask } from '../task-actions.ts'

interface NotedPreviewProps {
  preview: Preview
  notes: NotesSource
  /** Text alternative of the picture of a preview with one file. */
  label: string
  of: ChangedTask
}

/** Returns the draft of a text of the signed-in admin. */
const adminDraft = (name: string) => draftOf('admin', name)

/** The files and the caption of a preview, the findings of the draft or the current preview, and the notes on the preview. */
export default function NotedPreview({ preview, notes, label, of }: NotedPreviewProps) {
  const isNewest = preview.isCurrent || preview.state === 'draft'
  return (
    <WithNotes source={notes} side="agency" may="write" preview={preview} draftOf={adminDraft}>
      {isNewest ? <CheckedContent preview={preview} label={label} of={of} /> : <PreviewContent preview={preview} label={label} />}
      <NotesSection />
    </WithNotes>
  )
}
