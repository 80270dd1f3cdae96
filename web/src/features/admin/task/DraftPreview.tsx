import type { Preview } from '@app/contracts/http/previews.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { NotesSource } from '../../../domain/preview-notes/notes-source.ts'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { claimsOf, useAdminSession } from '../../../shared/stores/session.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { loadProofreading, openSureFindings, useProofreading } from '../proofreading/queries.ts'
import type { Opened } from '../task-actions.ts'
import styles from './DraftPreview.module.css'
import NotedPreview from './NotedPreview.tsx'
import { checkDraft, deliverDraft, removeDraft, requestCheck } from './preview-actions.ts'
import { hasOpenFindings } from './preview-failures.ts'

interface DraftPreviewProps extends Opened {
  draft: Preview
  notes: NotesSource
  requiresCheck: boolean
  onEdit: () => void
  /** Called with the number of the delivered version. */
  onDelivered: (version: number) => void
}

/** A draft, which owners never see, with its actions: edit, request a check, check, deliver and delete. */
export default function DraftPreview({ task, companyName, draft, notes, requiresCheck, onEdit, onDelivered }: DraftPreviewProps) {
  const opened = { task, companyName }
  const headingId = useId()
  const [asksToDelete, setAsksToDelete] = useState(false)
  const [asksToDeliver, setAsksToDeliver] = useState(false)
  const findings = openSureFindings(useProofreading(draft._id).data).length
  const ownId = useAdminSession(({ token }) => claimsOf(token)?.sub)
  const isOwn = draft.createdBy === ownId
  const isChecked = Boolean(draft.checkedAt)
  const needsCheck = (requiresCheck || draft.needsCheck === true) && !isChecked

  const deliver = useAction('We couldn’t deliver the draft.', async () => {
    try {
      const { number } = await deliverDraft(opened, draft, asksToDeliver)
      toast.success(`Version ${number} delivered`)
      if (number !== null) onDelivered(number)
    } catch (error) {
      if (!hasOpenFindings(error)) throw error
      // The check has ended while the draft was being delivered.
      await loadProofreading(draft._id)
      setAsksToDeliver(true)
    }
  })
  const ask = useAction('We couldn’t request the check.', async () => {
    await requestCheck(opened, draft)
    toast.success('Check requested')
  })
  const approve = useAction('We couldn’t save the check.', async () => {
    await checkDraft(opened, draft)
    toast.success('Marked as checked')
  })
  const remove = useAction('We couldn’t delete the draft.', async () => {
    await removeDraft(opened, draft)
    toast.success('Draft deleted')
  })
  const isBusy = [deliver, ask, approve, remove].some(({ isPending }) => isPending)

  return (
    <section className={styles.draft} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId}>Next version</h3>
        <Badge tone="pending">Draft, not visible to the company</Badge>
      </div>
      <p className={styles.facts}>
        Saved by {isOwn ? 'you' : 'another admin'} · <Time value={draft.createdAt} clock />
      </p>
      <NotedPreview notes={notes} preview={draft} label="Picture of the draft" of={opened} />
      <div role="status">
        <CheckState draft={draft} isOwn={isOwn} ownId={ownId} needsCheck={needsCheck} />
      </div>
      {task.currentStatus === 'Approved' && <p className={styles.facts}>This task is approved. A new version needs a new approval.</p>}
      <div className={styles.actions}>
        {!isChecked && !isOwn && (
          <Action action={approve} disabled={isBusy} tone={needsCheck ? 'primary' : 'quiet'} busyLabel="Saving...">
            I checked it
          </Action>
        )}
        {!needsCheck && (
          <Button
            state={deliver.isPending ? 'busy' : 'idle'}
            busyLabel="Delivering..."
            disabled={isBusy}
            onClick={() => (findings > 0 ? setAsksToDeliver(true) : deliver.mutate())}
          >
            Deliver
          </Button>
        )}
        {!isChecked && !draft.checkRequestedAt && (
          <Action action={ask} disabled={isBusy} tone={needsCheck && isOwn ? 'primary' : 'quiet'} busyLabel="Requesting...">
            Request a check
          </Action>
        )}
        <Button tone="quiet" disabled={isBusy} onClick={onEdit}>
          Edit
        </Button>
        <Button tone="quiet" disabled={isBusy} onClick={() => setAsksToDelete(true)}>
          Delete
        </Button>
      </div>
      {asksToDeliver && (
        <ConfirmDialog
          title="Deliver anyway?"
          question={`We found ${counted(findings, 'thing')} that ${findings === 1 ? 'looks' : 'look'} wrong.`}
          confirmLabel="Deliver anyway"
          cancelLabel="Look again"
          busyLabel="Delivering..."
          tone="primary"
          busy={deliver.isPending}
          onConfirm={() => deliver.mutate(undefined, { onSettled: () => setAsksToDeliver(false) })}
          onCancel={() => setAsksToDeliver(false)}
        />
      )}
      {asksToDelete && (
        <ConfirmDialog
          title="Delete this draft?"
          question="Its files and its caption will be deleted. The company has never seen them."
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsksToDelete(false) })}
          onCancel={() => setAsksToDelete(false)}
        />
      )}
    </section>
  )
}

function useAction(failure: string, run: () => Promise<void>) {
  return useMutation({
    mutationFn: run,
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, failure)),
  })
}

interface ActionProps {
  action: ReturnType<typeof useAction>
  disabled: boolean
  tone: 'primary' | 'quiet'
  busyLabel: string
  children: ReactNode
}

const Action = ({ action, disabled, tone, busyLabel, children }: ActionProps) => (
  <Button tone={tone} state={action.isPending ? 'busy' : 'idle'} busyLabel={busyLabel} disabled={disabled} onClick={() => action.mutate()}>
    {children}
  </Button>
)

interface CheckStateProps {
  draft: Preview
  isOwn: boolean
  ownId: string | undefined
  needsCheck: boolean
}

/** Says whether the draft was checked, and who must check it. */
function CheckState({ draft, isOwn, ownId, needsCheck }: CheckStateProps) {
  const { checkedAt, checkedBy, checkRequestedAt } = draft
  if (checkedAt) {
    return (
      <p className={styles.facts}>
        Checked by {checkedBy === ownId ? 'you' : 'another admin'} · <Time value={checkedAt} clock />
      </p>
    )
  }
  return (
    <>
      {checkRequestedAt && (
        <p className={styles.facts}>
          Check requested · <Time value={checkRequestedAt} clock />
        </p>
      )}
      {(checkRequestedAt || needsCheck) && isOwn && <p className={styles.facts}>You saved this draft, so another admin must check it.</p>}
      {needsCheck && !isOwn && <p className={styles.facts}>Another admin must check this draft before you can deliver it.</p>}
    </>
  )
}
