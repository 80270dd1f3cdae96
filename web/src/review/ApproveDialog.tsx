import { Dialog } from '../shared/ui/Dialog.tsx'
import { ErrorText } from '../shared/ui/ErrorText.tsx'
import { Time } from '../shared/ui/Time.tsx'
import styles from './dialogs.module.css'
import { HeldConfirmation } from './HeldConfirmation.tsx'
import type { Press } from './interaction.ts'
import type { DecisionProcess } from './use-decision.ts'

interface ApproveDialogProps {
  previewNo: number
  postingDate: string | null
  /** A sentence about the notes that are still open. Empty without open notes. */
  openNotes: string
  process: DecisionProcess
  onConfirm: (press: Press) => void
  onClose: () => void
}

/** Asks for a confirmation before an approval. */
export function ApproveDialog({ previewNo, postingDate, openNotes, process: { isBusy, error }, onConfirm, onClose }: ApproveDialogProps) {
  return (
    <Dialog title={`Approve version ${previewNo}?`} onClose={onClose}>
      <div className={styles.body}>
        {openNotes && <p className={styles.notes}>{openNotes} If you approve, we’ll post the preview as it is.</p>}
        <p>
          {postingDate ? (
            <>
              It posts <Time value={postingDate} />. You can undo the approval until then.
            </>
          ) : (
            'You can undo the approval until it is posted.'
          )}
        </p>
        <HeldConfirmation
          holdLabel="Press and hold to approve"
          typedLabel={`Approve version ${previewNo}`}
          purpose="approve this version"
          isBusy={isBusy}
          busyLabel="Approving…"
          onConfirm={onConfirm}
        />
        <ErrorText>{error}</ErrorText>
      </div>
    </Dialog>
  )
}
