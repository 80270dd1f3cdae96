import { addFeedback, type Task } from '@app/contracts/http/tasks.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { TextArea } from '../../../shared/ui/TextArea.tsx'
import { useReferBackTask } from '../api/task-actions.ts'
import { toast } from '../toasts.ts'
import styles from './ReferBack.module.css'

interface ReferBackProps {
  task: Task
  onDone: () => void
  onCancel: () => void
}

/** The feedback form that takes the place of the facts. */
export function ReferBack({ task, onDone, onCancel }: ReferBackProps) {
  const [feedback, setFeedback] = useState('')
  const [picture, setPicture] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const referBack = useReferBackTask()
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => words.current?.focus(), [])

  function send(event: SubmitEvent): void {
    event.preventDefault()
    if (!feedback.trim()) {
      setError(FEEDBACK_REQUIRED)
      toast.failed(FEEDBACK_REQUIRED)
      return
    }
    referBack.mutate({ task, feedback: feedback.trim(), clientSuggestImage: picture }, { onSuccess: onDone })
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <h3>What should be different?</h3>
      <TextArea
        label="Feedback"
        required
        rows={6}
        ref={words}
        maxLength={5000}
        value={feedback}
        error={error}
        onChange={({ currentTarget }) => {
          setFeedback(currentTarget.value)
          setError(undefined)
        }}
      />
      <FileDrop
        label="Suggestion image (optional)"
        field={addFeedback.form.files.clientSuggestImage}
        file={picture}
        onChange={setPicture}
        onRefuse={toast.failed}
      />
      <div className={styles.actions}>
        <Button tone="quiet" disabled={referBack.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" state={referBack.isPending ? 'busy' : 'idle'} busyLabel="Sending…">
          Send Feedback
        </Button>
      </div>
    </form>
  )
}
