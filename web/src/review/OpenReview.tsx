import type { Preview } from '@app/contracts/http/previews.ts'
import { approveReview, type Review, referReviewBack } from '@app/contracts/http/reviews.ts'
import type { DecisionKind } from '@app/contracts/rules/reviews.ts'
import { useEffect } from 'react'
import { NotesSection } from '../domain/preview-notes/NotesSection.tsx'
import { openNotesInWords, seeNotes } from '../domain/preview-notes/note-words.ts'
import { WithNotes } from '../domain/preview-notes/WithNotes.tsx'
import { visitorDraft } from '../shared/form/draft-storage.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { callReview } from './api.ts'
import { CodeDialog } from './CodeDialog.tsx'
import content from './content.module.css'
import { DecisionBar, LookingBar } from './DecisionBar.tsx'
import { FrameFooter } from './Frame.tsx'
import { interactionFields, interactionOf } from './interaction.ts'
import { PreviewFacts } from './PreviewFacts.tsx'
import { ReferBackDialog } from './ReferBackDialog.tsx'
import { ReviewedPreview } from './ReviewedPreview.tsx'
import { Snooze } from './Snooze.tsx'
import { useDecision } from './use-decision.ts'
import { useDialogInHistory } from './use-dialog-in-history.ts'
import { useReviewNotes } from './use-review-notes.ts'

interface OpenReviewProps {
  review: Review
  preview: Preview
  task: NonNullable<Review['task']>
  /** Called with the review after a decision. `isSaved` is false if the link had ended before the decision arrived. */
  onDecided: (review: Review, isSaved: boolean) => void
  /** Called after the recipient postponed reminders. `isSaved` is false if the link had ended before the request arrived. */
  onSnoozed: (review: Review, isSaved: boolean) => void
}

/** A preview that waits for a decision. A colleague who may only look reads the notes, and sees no buttons. */
export function OpenReview({ review: { company, sentTo, recipient, snooze }, preview, task, onDecided, onSnoozed }: OpenReviewProps) {
  const previewNo = preview.number ?? 0
  const canDecide = recipient?.may !== 'look'
  const draft = visitorDraft(`review ${task.taskId} version ${previewNo}`)
  const { dialog, open, close } = useDialogInHistory<DecisionKind>()
  const notes = useReviewNotes((review) => onDecided(review, false))
  const process = useDecision(({ kind, review, isSaved }) => {
    if (kind === 'refer-back' && isSaved) draft.drop()
    close()
    onDecided(review, isSaved)
  })
  const { reset } = process
  useEffect(() => {
    if (!dialog) reset()
  }, [dialog, reset])

  return (
    <>
      <div className={content.content}>
        <h1 className={content.heading} tabIndex={-1}>
          {task.title}
        </h1>
        <PreviewFacts task={task} preview={preview} />
        <WithNotes source={notes} side="client" may={canDecide ? 'write' : 'read'} preview={preview} draftOf={visitorDraft}>
          <h2 className="visually-hidden">Preview</h2>
          <ReviewedPreview task={task} preview={preview} company={company} />
          <NotesSection />
        </WithNotes>
        {snooze && <Snooze snooze={snooze} onChange={onSnoozed} />}
      </div>
      <FrameFooter forColleague={recipient?.kind === 'colleague'} />
      {canDecide ? (
        <DecisionBar sentTo={sentTo} onApprove={() => open('approve')} onReferBack={() => open('refer-back')} />
      ) : (
        <LookingBar sentTo={sentTo} />
      )}

      {dialog && process.isCodeRequired && (
        <CodeDialog
          sentTo={sentTo}
          submitLabel={dialog === 'approve' ? `Approve version ${previewNo}` : 'Send feedback'}
          process={process}
          onClose={close}
        />
      )}
      {dialog === 'approve' && !process.isCodeRequired && (
        <ApproveDialog
          previewNo={previewNo}
          postingDate={task.targetPostingDate}
          openNotes={openNotesInWords(notes.notes, preview._id)}
          process={process}
          onConfirm={(press) => {
            const interaction = interactionOf(press)
            process.decide(dialog, (code) => callReview(approveReview, { body: { previewNo, interaction, ...(code && { code }) } }))
          }}
          onClose={close}
        />
      )}
      {dialog === 'refer-back' && (
        <ReferBackDialog
          previewNo={previewNo}
          draft={draft}
          suggested={seeNotes(notes.notes, preview._id)}
          isHidden={process.isCodeRequired}
          process={process}
          onSend={({ feedback, clientSuggestImage, press, signal, onProgress }) => {
            const fields = { previewNo: String(previewNo), feedback, ...interactionFields(press) }
            process.decide(dialog, (code) =>
              callReview(referReviewBack, {
                form: { fields: { ...fields, ...(code && { code }) }, files: { clientSuggestImage } },
                signal,
                onProgress,
              }),
            )
          }}
          onClose={close}
        />
      )}
    </>
  )
}
