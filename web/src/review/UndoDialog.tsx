import { type Review, undoReview } from '@app/contracts/http/reviews.ts'
import { REASON_MAX } from '@app/contracts/rules/reviews.ts'
import { useRef, useState } from 'react'
import { messageOf } from '../shared/api/api-error.ts'
import { Button } from '../shared/ui/Button.tsx'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { ErrorText } from '../shared/ui/ErrorText.tsx'
import { TextArea } from '../shared/ui/Field.tsx'
import { callReview, reviewIn } from './api.ts'
import styles from './dialogs.module.css'

interface UndoDialogProps {
  previewNo: number
  /** Called with the current review, also if the approval could not be undone anymore. */
  onUndone: (review: Review) => void
  onClose: () => void
}

const FAILED = 'We couldn’t undo the approval. Please try again.'

export function UndoDialog({ previewNo, onUndone, onClose }: UndoDialogProps) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)

  async function undo(): Promise<void> {
    if (isBusy) return
    if (!reason.trim()) {
      setFault('Please tell us why. We’ll read it before we change anything.')
      text.current?.focus()
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      onUndone(await callReview(undoReview, { body: { previewNo, reason: reason.trim() } }))
    } catch (failure) {
      setBusy(false)
      const outcome = reviewIn(failure)
      if (outcome) onUndone(outcome)
      else setError(messageOf(failure, FAILED))
    }
  }

  return (
    <Dialog title={`Undo the approval of version ${previewNo}?`} onClose={onClose}>
      <form
        className={styles.body}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void undo()
        }}
      >
        <TextArea
          ref={text}
          label="Why do you want to undo it?"
          required
          rows={3}
          maxLength={REASON_MAX}
          data-autofocus=""
          value={reason}
          error={fault}
          readOnly={isBusy}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            setFault(undefined)
          }}
        />
        <ErrorText>{error}</ErrorText>
        <Button type="submit" className={styles.submit} state={isBusy ? 'busy' : 'idle'} busyLabel="Undoing…">
          Undo the approval
        </Button>
      </form>
    </Dialog>
  )
}
