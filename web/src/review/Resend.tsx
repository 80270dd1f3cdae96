import { type Review, resendReview } from '@app/contracts/http/reviews.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../shared/api/api-error.ts'
import { Button } from '../shared/ui/Button.tsx'
import { ErrorText } from '../shared/ui/ErrorText.tsx'
import { callReview } from './api.ts'
import content from './content.module.css'
import { Address, SignInLink } from './content.tsx'

interface ResendProps {
  review: Pick<Review, 'sentTo' | 'canResend' | 'recipient'>
  label: string
}

const FAILED = 'We couldn’t request the email. Please try again.'
/** The server limits how many new links a recipient can request in an hour. Presses of this button by mail scanners count as requests. */
const SENT_BEFORE = 'We have already sent new links. Please look for our newest email, or try again in an hour.'

const isSentBefore = (error: unknown): boolean => error instanceof ApiError && error.code === 'too-many'

/** A button that emails a new link to the recipient. If this is not possible, the owner gets a link to the sign-in page. */
export function Resend({ review: { sentTo, canResend, recipient }, label }: ResendProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [error, setError] = useState<string>()

  async function resend(): Promise<void> {
    setState('busy')
    setError(undefined)
    try {
      await callReview(resendReview, {})
      setState('done')
    } catch (failure) {
      setState('idle')
      setError(isSentBefore(failure) ? SENT_BEFORE : messageOf(failure, FAILED))
    }
  }

  if (!canResend) return recipient?.kind === 'colleague' ? null : <SignInLink />
  return (
    <>
      <div className={content.actions}>
        <Button className={content.button} state={state} busyLabel="Sending…" doneLabel="Sent" onClick={() => void resend()}>
          {label}
        </Button>
      </div>
      <p className={content.lead} role="status">
        {state === 'done' && (
          <>
            Check the inbox of <Address>{sentTo}</Address>. The email arrives in a minute or two.
          </>
        )}
      </p>
      <ErrorText>{error}</ErrorText>
    </>
  )
}
