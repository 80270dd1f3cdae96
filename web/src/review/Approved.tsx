import { office } from '@app/contracts/brand-office.ts'
import { confirmReview, type Review } from '@app/contracts/http/reviews.ts'
import { UNDOS_MAX } from '@app/contracts/rules/reviews.ts'
import { useState } from 'react'
import { messageOf } from '../shared/api/api-error.ts'
import { Button } from '../shared/ui/Button.tsx'
import { callReview, reviewIn } from './api.ts'
import { CodeForm } from './CodeForm.tsx'
import content from './content.module.css'
import { Address, SignInLink } from './content.tsx'
import { DecidedBy } from './DecidedBy.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { useDialogInHistory } from './use-dialog-in-history.ts'
import { Words } from './Words.tsx'

interface ApprovedProps {
  review: Review
  decision: NonNullable<Review['decision']>
  onChange: (review: Review) => void
}

/** The outcome of an approval. It can be undone until the task is posted. */
export function Approved({ review, decision, onChange }: ApprovedProps) {
  const { dialog, open, close } = useDialogInHistory<'undo'>()
  const previewNo = review.preview?.number ?? 0
  const isColleague = review.recipient?.kind === 'colleague'
  return (
    <>
      <Words heading={decision.isUnconfirmed ? 'Approved, but not confirmed' : 'Approved'}>
        <DecidedBy decision={decision} previewNo={review.preview?.number} />
        {` ${undoWords(review)}`}
        {decision.isUnconfirmed && isColleague && ' Before we post, the owner of the company must confirm it. We emailed the owner.'}
      </Words>
      {decision.isUnconfirmed &&
        !isColleague &&
        (review.canUndo || isUsedUp(review) ? <Confirmation review={review} onConfirmed={onChange} /> : <SignInLink />)}
      {isUsedUp(review) && !isColleague && !decision.isUnconfirmed && <SignInLink />}
      {review.canUndo && (
        <div className={content.actions}>
          <Button tone="quiet" className={content.button} onClick={() => open('undo')}>
            Undo
          </Button>
        </div>
      )}
      {review.canUndo && dialog === 'undo' && (
        <UndoDialog
          previewNo={previewNo}
          onUndone={(changed) => {
            close()
            onChange(changed)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

/** Whether the recipient has undone approvals of this preview so often that the link undoes no further approval. */
const isUsedUp = ({ undosLeft }: Review): boolean => undosLeft === 0

function undoWords(review: Review): string {
  const { canUndo, undosLeft, recipient } = review
  if (recipient?.may === 'look') return ''
  if (isUsedUp(review)) {
    const next = recipient?.kind === 'colleague' ? 'ask the owner of the company' : 'sign in'
    return `It was undone ${UNDOS_MAX} times with this link. To undo it again, ${next}, or call us: ${office.phone}.`
  }
  if (canUndo) return `You can undo the approval until it is posted${undosLeft === 1 ? ', once more with this link' : ''}.`
  if (hasBeenPosted(review)) return 'It has been posted, so the approval can’t be undone anymore.'
  return recipient?.kind === 'colleague' ? 'This link has expired.' : 'This link has expired. Sign in to see the task.'
}

const FAILED = 'We couldn’t check the code. Please try again.'

/** Asks for the six-digit code from the receipt. An unconfirmed approval may come from a mail scanner, so the recipient must confirm it. */
function Confirmation({ review: { sentTo }, onConfirmed }: { review: Review; onConfirmed: (review: Review) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function confirm(code: string): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      onConfirmed(await callReview(confirmReview, { body: { code } }))
    } catch (failure) {
      const outcome = reviewIn(failure)
      if (outcome) onConfirmed(outcome)
      else setError(messageOf(failure, FAILED))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={content.box} aria-labelledby="confirm">
      <h2 id="confirm" className={content.title}>
        Did you approve this preview?
      </h2>
      <p>
        Some email apps open links automatically. To confirm, enter the six‑digit code from the receipt we emailed to{' '}
        <Address>{sentTo}</Address>.
      </p>
      <CodeForm label="Six-digit code" submitLabel="Confirm" isBusy={isBusy} error={error} onCode={(code) => void confirm(code)} />
    </section>
  )
}

/**
 * Returns whether the approved task was posted. While the link is valid, an approval can be undone exactly until the posting, unless the
 * recipient has undone it too often (`undosLeft` is 0).
 */
export const hasBeenPosted = ({ decision, canUndo, undosLeft, expiresAt }: Review): boolean =>
  decision?.kind === 'approve' && !canUndo && undosLeft === undefined && Date.parse(expiresAt) > Date.now()
