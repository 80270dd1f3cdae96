import type { Review } from '@app/contracts/http/reviews.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Skeleton } from '../shared/ui/states.tsx'
import content from './content.module.css'
import { Failure } from './Failure.tsx'
import { Frame } from './Frame.tsx'
import { OpenReview } from './OpenReview.tsx'
import { Outcome } from './Outcome.tsx'
import { useReview } from './use-review.ts'

const NOT_SAVED = 'Your answer wasn’t saved, because this link no longer works.'
const UNDONE = 'The approval was undone. You can decide again.'

/** The page of a review link. Shows the preview for a decision, the outcome of a link that has ended, or the reason of a failure. */
export function ReviewPage() {
  const { loaded, load, show } = useReview()
  const [news, setNews] = useState<string>()
  const page = useRef<HTMLDivElement>(null)

  const title = loaded.state === 'loaded' ? loaded.review.task?.title : undefined
  useEffect(() => {
    if (title) document.title = `Review: ${title}`
  }, [title])

  /** Shows the result of a decision. The heading gets the focus, so that screen readers announce the result. */
  function showResult(review: Review, message: string | undefined): void {
    flushSync(() => {
      show(review)
      setNews(message)
    })
    page.current?.querySelector<HTMLElement>('h1')?.focus()
    window.scrollTo({ top: 0 })
  }

  if (loaded.state === 'loading') return <ReviewSkeleton />
  if (loaded.state === 'failed') return <Failure failure={loaded.failure} isRetrying={loaded.isRetrying} onRetry={() => void load()} />

  const { review } = loaded
  const { preview, task, company } = review
  return (
    <Frame ref={page} company={company} news={news}>
      {review.state === 'open' && preview && task ? (
        <OpenReview
          review={review}
          preview={preview}
          task={task}
          onSnoozed={(changed, isSaved) => (isSaved ? show(changed) : showResult(changed, NOT_SAVED))}
          onDecided={(decided, isSaved) => showResult(decided, isSaved ? undefined : NOT_SAVED)}
        />
      ) : (
        <Outcome review={review} onChange={(changed) => showResult(changed, changed.state === 'open' ? UNDONE : undefined)} />
      )}
    </Frame>
  )
}

function ReviewSkeleton() {
  return (
    <Frame company={undefined}>
      <div className={content.content} role="status" aria-busy="true" aria-label="Loading the preview">
        <Skeleton shape="title" />
        <Skeleton shape="line" />
        <Skeleton shape="block" />
      </div>
    </Frame>
  )
}
