import { Button } from '../shared/ui/Button.tsx'
import content from './content.module.css'
import { SignInLink } from './content.tsx'
import { Frame, FrameFooter } from './Frame.tsx'
import type { LoadFailure } from './use-review.ts'
import { Words } from './Words.tsx'

const failures: Readonly<Record<LoadFailure, { heading: string; words: string }>> = {
  invalid: {
    heading: 'This link is incomplete',
    words: 'Some email apps cut off long links. Open the link in the email again, or sign in to see your tasks.',
  },
  busy: { heading: 'Please wait a minute', words: 'This page was opened too many times. Try again in a minute.' },
  offline: { heading: 'You are offline', words: 'This page will load when you’re back online.' },
  away: {
    heading: 'We couldn’t show this page',
    words: 'Our server isn’t responding. Your link still works. Try again in a moment.',
  },
}

interface FailureProps {
  failure: LoadFailure
  isRetrying: boolean
  /** Whether the link belongs to a colleague, who has no account. */
  forColleague?: boolean
  onRetry: () => void
}

/** Explains why the page cannot show the review, and what the recipient can do next. */
export function Failure({ failure, isRetrying, forColleague, onRetry }: FailureProps) {
  const { heading, words } = failures[failure]
  return (
    <Frame company={null}>
      <div className={content.content}>
        <Words
          heading={heading}
          after={
            failure === 'invalid' ? (
              <SignInLink />
            ) : (
              <div className={content.actions}>
                <Button className={content.button} state={isRetrying ? 'busy' : 'idle'} busyLabel="Trying…" onClick={onRetry}>
                  Try again
                </Button>
              </div>
            )
          }
        >
          {words}
        </Words>
      </div>
      <FrameFooter forColleague={forColleague} />
    </Frame>
  )
}
