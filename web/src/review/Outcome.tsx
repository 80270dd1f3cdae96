import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { Approved, hasBeenPosted } from './Approved.tsx'
import content from './content.module.css'
import { Address, SignInLink } from './content.tsx'
import { DecidedBy } from './DecidedBy.tsx'
import { FrameFooter } from './Frame.tsx'
import { PreviewFacts } from './PreviewFacts.tsx'
import { Resend } from './Resend.tsx'
import { ReviewedPreview } from './ReviewedPreview.tsx'
import { Words } from './Words.tsx'

interface OutcomeProps {
  review: Review
  onChange: (review: Review) => void
}

/** The outcome of a link with which nobody can decide anymore, and what the recipient can do next. */
export function Outcome({ review, onChange }: OutcomeProps) {
  const { task, preview, company, recipient } = review
  return (
    <>
      <div className={content.content}>
        <OutcomeWords review={review} onChange={onChange} />
        {review.next && (
          <a className={content.linkButton} href={review.next.path}>
            Next: {formatNumber(review.next.waiting)} waiting
          </a>
        )}
        {task && preview && (
          <>
            <h2 className={content.title}>{task.title}</h2>
            <PreviewFacts task={task} preview={preview} isPosted={hasBeenPosted(review)} />
            <ReviewedPreview task={task} preview={preview} company={company} />
          </>
        )}
      </div>
      <FrameFooter forColleague={recipient?.kind === 'colleague'} />
    </>
  )
}

function OutcomeWords({ review, onChange }: OutcomeProps) {
  const { state, sentTo, decision, preview, currentPreviewNo, recipient } = review
  const isColleague = recipient?.kind === 'colleague'
  if (state === 'decided' && decision?.kind === 'approve') return <Approved review={review} decision={decision} onChange={onChange} />
  if (state === 'decided' && decision) {
    return (
      <Words heading="Referred back">
        <DecidedBy decision={decision} previewNo={preview?.number} /> We’ll email you when the next version is ready.
      </Words>
    )
  }
  if (state === 'replaced') {
    return (
      <Words
        heading={currentPreviewNo ? `Version ${currentPreviewNo} replaced this one` : 'A newer version replaced this one'}
        after={<Resend review={review} label="Email me the new version" />}
      >
        {recipient?.may !== 'look' && 'You can only approve or refer back the newest version. '}We can email its link to{' '}
        <Address>{sentTo}</Address>.
      </Words>
    )
  }
  if (state === 'withdrawn') {
    return (
      <Words heading="This version was withdrawn" after={<Resend review={review} label="Email me the current version" />}>
        It was sent by mistake. We’ll email you when there is a new version.
      </Words>
    )
  }
  if (state === 'expired') {
    return (
      <Words heading="This link has expired" after={<Resend review={review} label="Email me a new link" />}>
        Links work for 30 days. We can email a new link to <Address>{sentTo}</Address>.
      </Words>
    )
  }
  if (state === 'removed') {
    return <Words heading="This task was removed">You don’t need to do anything. You can close this page.</Words>
  }
  if (isColleague) {
    return (
      <Words heading="This link was turned off">
        Links stop working when you leave, or when the owner removes you from the list. They also stop working when the owner resets the
        password or turns review links off.
      </Words>
    )
  }
  return (
    <Words heading="This link was turned off" after={<SignInLink />}>
      Links stop working when the password is reset or the company turns review links off. Sign in to see your tasks.
    </Words>
  )
}
