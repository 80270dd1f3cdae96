import { formatDayInWords } from '@app/contracts/format/dates.ts'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessMinute } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { isDue, laterPostingDay } from '../board/due-dates.ts'
import { companyToday } from '../board/posting-time.ts'
import { PostFields } from '../launch/PostFields.tsx'
import { emptyPost, faultsInLinks, postControlOf, postFieldsOf } from '../launch/post-form.ts'
import { launchTask, type Opened } from '../task-actions.ts'
import styles from './TaskPanel.module.css'
import type { Steps } from './use-task-steps.ts'

interface LaunchFormProps extends Opened {
  steps: Steps
  /** The element for the fields about the post. */
  place: HTMLElement | null
}

/**
 * The comment and the buttons with which an admin launches an approved task, and the fields that say when and where it was posted. A launch
 * before the date of the task asks for confirmation.
 */
export default function LaunchForm({ task, companyName, timeZone, steps, place }: LaunchFormProps) {
  const formId = useId()
  const isPosted = task.currentStatus === 'Posted'
  const todayOfCompany = () => companyToday({ timeZone }, businessMinute())
  // An email app, such as a mail scanner, may have sent an unconfirmed approval.
  const isUnconfirmed = !isPosted && task.approvalUnconfirmed
  const [isAccepted, setAccepted] = useState(false)
  /** The task that the panel shows after the launch. */
  const wantedNext = useRef<number>(undefined)
  /** The question about an early launch. Undefined while it is not asked. */
  const [question, setQuestion] = useState<string>()
  const isEarlyAccepted = useRef(false)
  const form = useForm({
    initial: { adminPostComment: '', ...emptyPost },
    draft: draftOf('admin', `launch ${task._id}`),
    check: (values) => faultsInLinks(task, values),
    async send({ adminPostComment, ...post }) {
      await launchTask(
        { task, companyName },
        {
          adminPostComment: adminPostComment.trim(),
          acceptUnconfirmed: isUnconfirmed && isAccepted,
          ...postFieldsOf(task, post),
        },
      )
      toast.success('Task status set to Posted!')
    },
    onSent() {
      if (wantedNext.current !== undefined) steps.open(wantedNext.current)
    },
    controlOf: postControlOf,
    // `useAccess` handles an expired session (401).
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || toast.failed(launchFailure(error)),
  })

  function submit(event: SubmitEvent): void {
    const today = todayOfCompany()
    const day = laterPostingDay(task, today)
    if (!day || isEarlyAccepted.current) {
      form.submit(event)
      return
    }
    event.preventDefault()
    if (form.state === 'idle') setQuestion(`Posts on ${formatDayInWords(day, today)}. Launch now anyway?`)
  }

  function launchEarly(): void {
    setQuestion(undefined)
    isEarlyAccepted.current = true
    form.element.current?.requestSubmit()
    isEarlyAccepted.current = false
  }

  // The comment of a posted task is read-only and not stored as a draft.
  const comment = isPosted ? { value: task.adminPostComment ?? '', readOnly: true } : form.text('adminPostComment')

  return (
    <div className={styles.launch}>
      <KeptForm id={formId} className={styles.launchForm} form={{ ...form, submit }}>
        {!isPosted &&
          place &&
          createPortal(
            <PostFields task={task} title="The post" timeHint="Leave it empty if you’ve just posted it." formId={formId} />,
            place,
          )}
        {isUnconfirmed && (
          <div className={styles.unconfirmed}>
            <p className={styles.notice}>An email app may have sent this approval, not a person. Call the company before you launch.</p>
            <Checkbox
              label="The company confirmed the approval"
              checked={isAccepted}
              disabled={form.state === 'busy'}
              onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
            />
          </div>
        )}
        <div className={styles.comment}>
          <Field label="Admin Post Comment" maxLength={5000} {...comment} />
        </div>
        <Button
          type="submit"
          state={isPosted ? 'done' : form.state}
          disabled={isUnconfirmed && !isAccepted}
          busyLabel="Launching..."
          doneLabel="Launched"
          onClick={() => {
            wantedNext.current = undefined
          }}
        >
          Launch
        </Button>
        {steps.next !== undefined && isDue(task, todayOfCompany()) && (
          <Button
            type="submit"
            tone="quiet"
            disabled={form.state !== 'idle' || (isUnconfirmed && !isAccepted)}
            onClick={() => {
              wantedNext.current = steps.next
            }}
          >
            Launch and next
          </Button>
        )}
      </KeptForm>
      {question && (
        <ConfirmDialog
          title="Launch early?"
          question={question}
          confirmLabel="Launch now"
          tone="primary"
          onConfirm={launchEarly}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

/** Returns the text of the toast. For a concurrent change (409), it is the message of the response. */
export const launchFailure = (error: Error): string =>
  isStatus(error, 409) ? messageOf(error, 'Failed to launch task.') : unlessOffline(error, 'Failed to launch task.')
