import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { openNotesInWords } from '../../../domain/preview-notes/note-words.ts'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'

interface ApproveWithNotesProps {
  notes: readonly PreviewNote[] | undefined
  previewId: string | undefined
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks whether to approve a preview although notes are still open. */
export default function ApproveWithNotes({ notes, previewId, busy, onConfirm, onClose }: ApproveWithNotesProps) {
  return (
    <ConfirmDialog
      title="Approve with open notes?"
      question={`${openNotesInWords(notes, previewId)} If you approve, we’ll post the preview as it is.`}
      confirmLabel="Approve"
      tone="primary"
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  )
}
