import { referReviewBack } from '@app/contracts/http/reviews.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../shared/form/draft-storage.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { ErrorText } from '../shared/ui/ErrorText.tsx'
import { TextArea } from '../shared/ui/Field.tsx'
import { FileDrop } from '../shared/ui/FileDrop.tsx'
import styles from './dialogs.module.css'
import { HeldConfirmation } from './HeldConfirmation.tsx'
import type { Press } from './interaction.ts'
import type { DecisionProcess } from './use-decision.ts'

const FEEDBACK_MAX = 5000

interface Feedback {
  feedback: string
  clientSuggestImage: File | null
  press: Press
  signal: AbortSignal
  onProgress: (share: number) => void
}

interface ReferBackDialogProps {
  previewNo: number
  draft: Draft
  /** Feedback that refers to the open notes on the preview. Empty without open notes. */
  suggested: string
  /** Whether another dialog is shown instead. The chosen picture is kept. */
  isHidden: boolean
  process: DecisionProcess
  onSend: (feedback: Feedback) => void
  onClose: () => void
}

/** Form for feedback and an optional picture. The text survives a reload, the picture does not. */
export function ReferBackDialog(props: ReferBackDialogProps) {
  const { previewNo, draft, suggested, isHidden, process, onSend, onClose } = props
  const { isBusy, error } = process
  const [feedback, setFeedback] = useState(() => (draft.read() as { feedback?: string } | undefined)?.feedback || suggested)
  const [picture, setPicture] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  const text = useRef<HTMLTextAreaElement>(null)

  useEffect(() => () => sending.current?.abort(), [])

  function isComplete(): boolean {
    if (feedback.trim()) return true
    setFault(FEEDBACK_REQUIRED)
    text.current?.focus()
    return false
  }

  function send(press: Press): void {
    const stop = new AbortController()
    sending.current = stop
    setProgress(picture ? 0 : undefined)
    onSend({ feedback: feedback.trim(), clientSuggestImage: picture, press, signal: stop.signal, onProgress: setProgress })
  }

  if (isHidden) return null
  return (
    <Dialog title={`Refer back version ${previewNo}`} onClose={onClose}>
      <div className={styles.body}>
        <TextArea
          ref={text}
          label="What should be different?"
          required
          rows={5}
          maxLength={FEEDBACK_MAX}
          data-autofocus=""
          value={feedback}
          error={fault}
          readOnly={isBusy}
          onChange={({ currentTarget }) => {
            setFeedback(currentTarget.value)
            draft.keep({ feedback: currentTarget.value })
            setFault(undefined)
          }}
        />
        <FileDrop
          label="Suggestion image (optional)"
          field={referReviewBack.form.files.clientSuggestImage}
          file={picture}
          disabled={isBusy}
          onChange={setPicture}
          onRefuse={() => {}}
          {...(isBusy && progress !== undefined && { progress, onCancel: () => sending.current?.abort() })}
        />
        <HeldConfirmation
          holdLabel="Press and hold to send"
          typedLabel="Send feedback"
          purpose="send the feedback"
          isBusy={isBusy}
          busyLabel="Sending…"
          isComplete={isComplete}
          onConfirm={send}
        />
        <ErrorText>{error}</ErrorText>
      </div>
    </Dialog>
  )
}
