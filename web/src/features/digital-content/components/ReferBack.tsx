import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { addFeedback, type Task } from '@app/contracts/http/tasks.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { seeNotes } from '../../../domain/preview-notes/note-words.ts'
import { QuotaNotice } from '../../../domain/quota/QuotaNotice.tsx'
import { call } from '../../../shared/api/call.ts'
import type { Draft } from '../../../shared/form/draft-storage.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { keepTask, outcome } from '../task-actions.ts'
import { toast } from '../toasts.ts'
import styles from './TaskReview.module.css'

interface ReferBackProps {
  task: Task
  draft: Draft | undefined
  notes: readonly PreviewNote[] | undefined
  previewId: string | undefined
  onDone: () => void
  onCancel: () => void
}

const initialOf = (feedback: string) => ({ feedback, clientSuggestImage: null as File | null })

export default function ReferBack({ task, draft, notes, previewId, onDone, onCancel }: ReferBackProps) {
  // Feedback that refers to the open notes on the preview. Empty without open notes.
  const suggested = seeNotes(notes, previewId)
  const referBack = useReferBackTask()
  const words = useRef<HTMLTextAreaElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const form = useForm({
    initial: initialOf(suggested),
    draft,
    tidy: (entered) => ({ ...entered, feedback: entered.feedback.trim() }),
    check: ({ feedback }) => faultsIn({ feedback: !feedback && FEEDBACK_REQUIRED }),
    onRefuse: () => toast.failed(FEEDBACK_REQUIRED),
    send: (entered) => referBack.mutateAsync({ task, ...entered }),
    onSent: onDone,
  })
  useEffect(() => {
    // The form is below the notes. Focusing the text field alone would leave the buttons below it out of view.
    buttons.current?.scrollIntoView({ block: 'nearest' })
    words.current?.focus()
  }, [])

  // The notes may load after the form, and the owner may write more notes while the form is open. Entered text is never replaced.
  const filled = useRef(suggested)
  const { rebase, values } = form
  useEffect(() => {
    const isOwn = values.feedback !== '' && values.feedback !== filled.current
    if (suggested === filled.current) return
    filled.current = suggested
    rebase(initialOf(suggested), isOwn ? values : { ...values, feedback: suggested })
  }, [suggested, rebase, values])

  return (
    <KeptForm form={form}>
      <h3>What should be different?</h3>
      <TextArea label="Feedback" required rows={6} ref={words} maxLength={5000} {...form.text('feedback')} />
      <QuotaNotice companyProfileId={task.companyProfileId} kinds={['fileMegabytes']} />
      <FileDrop
        label="Suggestion image (optional)"
        field={addFeedback.form.files.clientSuggestImage}
        onRefuse={toast.failed}
        {...form.file('clientSuggestImage')}
      />
      <div ref={buttons} className={styles.feedbackActions}>
        <Button tone="quiet" disabled={form.state === 'busy'} onClick={() => leaveForms(onCancel)}>
          Cancel
        </Button>
        <Button type="submit" state={form.state} busyLabel="Sending…">
          Send Feedback
        </Button>
      </div>
    </KeptForm>
  )
}

interface Feedback {
  task: Task
  feedback: string
  clientSuggestImage: File | null
}

const useReferBackTask = () =>
  useMutation({
    mutationFn: ({ task, feedback, clientSuggestImage }: Feedback) =>
      call(addFeedback, {
        params: { id: task._id },
        form: {
          fields: { feedback, doneTaskImageUrl: task.doneTaskImage ?? '', version: String(task.version) },
          files: { clientSuggestImage },
        },
      }),
    ...outcome(useQueryClient(), keepTask, 'Task rolled back with feedback', 'Error rolling back task'),
  })
