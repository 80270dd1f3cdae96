import { adminRemoveTask, undoLaunch, withdrawPreview } from '@app/contracts/http/corrections.ts'
import { REASON_MAX } from '@app/contracts/rules/reviews.ts'
import { useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button, type ButtonTone } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { refreshChanged } from '../board/changes.ts'
import { act, type Opened } from '../task-actions.ts'
import { reloadPreviews } from './preview-queries.ts'

const FORM_ID = 'correction'

export type Correction = 'withdraw' | 'undo-launch' | 'remove'

interface CorrectionWords {
  title: (opened: Opened) => string
  /** What happens. */
  text: string
  hint: string
  /** The error if no reason was entered. Undefined if the reason is optional. */
  required?: string
  confirm: string
  busy: string
  done: string
  failed: string
  tone: ButtonTone
  send: (opened: Opened, reason: string) => Promise<unknown>
}

const REASON_REQUIRED = 'Please tell the company why.'

const corrections: Readonly<Record<Correction, CorrectionWords>> = {
  withdraw: {
    title: ({ task }) => `Withdraw version ${task.previewNo}?`,
    text: 'The company no longer sees this version, and its review links say that it was withdrawn. The version before it, if there is one, is current again.',
    hint: 'Only the team sees this.',
    confirm: 'Withdraw',
    busy: 'Withdrawing…',
    done: 'Preview withdrawn',
    failed: 'We couldn’t withdraw the preview.',
    tone: 'primary',
    async send(opened, reason) {
      const { _id: id, version, previewNo } = opened.task
      const body = { previewNo: previewNo ?? 0, version, ...(reason && { reason }) }
      await act(opened, adminCall(withdrawPreview, { params: { id }, body }))
      await reloadPreviews(id)
    },
  },
  'undo-launch': {
    title: () => 'Undo this launch?',
    text: 'The task is Approved again, and can be launched again. The decision record contains the launch and its undoing.',
    hint: 'We email it to the company.',
    required: REASON_REQUIRED,
    confirm: 'Undo launch',
    busy: 'Undoing…',
    done: 'Launch undone',
    failed: 'We couldn’t undo the launch.',
    tone: 'primary',
    send(opened, reason) {
      const { _id: id, version } = opened.task
      return act(opened, adminCall(undoLaunch, { params: { id }, body: { reason, version } }))
    },
  },
  remove: {
    title: () => 'Remove this task?',
    text: 'The task, its previews and its notes are deleted. This can’t be undone.',
    hint: 'We email it to the company.',
    required: REASON_REQUIRED,
    confirm: 'Remove task',
    busy: 'Removing…',
    done: 'Task removed',
    failed: 'We couldn’t remove the task.',
    tone: 'danger',
    async send({ task: { _id: id, version, companyProfileId, taskId } }, reason) {
      try {
        await adminCall(adminRemoveTask, { params: { id }, body: { reason, version } })
      } catch (error) {
        void refreshChanged(companyProfileId, taskId)
        throw error
      }
    },
  },
}

interface CorrectionDialogProps extends Opened {
  correction: Correction
  onDone: () => void
  onClose: () => void
}

/** Asks for the reason of a correction, and makes it. */
export default function CorrectionDialog({ correction, onDone, onClose, ...opened }: CorrectionDialogProps) {
  // The task may change while the dialog is open. The correction is of the task that the admin saw.
  const [seen] = useState(opened)
  const { title, text, hint, required, confirm, busy, done, failed, tone, send } = corrections[correction]
  const form = useForm({
    initial: { reason: '' },
    draft: draftOf('admin', `${correction} ${seen.task._id}`),
    tidy: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => faultsIn({ reason: !reason && required }),
    async send({ reason }) {
      await send(seen, reason)
      toast.success(done)
    },
    onSent: onDone,
    // `useAccess` handles an expired session (401).
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || toast.failed(messageOf(error, failed)),
  })
  return (
    <Dialog
      title={title(seen)}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} tone={tone} state={form.state} busyLabel={busy}>
          {confirm}
        </Button>
      }
    >
      <KeptForm id={FORM_ID} form={form}>
        <p>{text}</p>
        <TextArea
          label={required ? 'Reason' : 'Reason (optional)'}
          hint={hint}
          required={Boolean(required)}
          maxLength={REASON_MAX}
          data-autofocus=""
          {...form.text('reason')}
        />
      </KeptForm>
    </Dialog>
  )
}
