import { brand } from '@app/contracts/brand.ts'
import { acceptInvitation, askToReturn, getInvitation, type Invitation, leaveCompany } from '@app/contracts/http/colleagues.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { callReview } from '../api.ts'
import content from '../content.module.css'
import { Failure } from '../Failure.tsx'
import { Frame, FrameFooter } from '../Frame.tsx'
import { interactionOf } from '../interaction.ts'
import { failureOf, type LoadFailure } from '../use-review.ts'
import { Words } from '../Words.tsx'
import { type Answer, InvitationWords } from './InvitationWords.tsx'

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; failure: LoadFailure; isRetrying: boolean }
  | { state: 'loaded'; invitation: Invitation }

const FAILED = 'We couldn’t reach the server, so your answer may not have arrived. Please try again.'

/** Returns the invitation in an error. The server sends it if the invitation no longer works (410). */
const invitationIn = (error: unknown): Invitation | undefined =>
  error instanceof ApiError ? (error.details as { invitation?: Invitation }).invitation : undefined

/** The page of a colleague's invitation. The colleague accepts on this page, or leaves. Opening the page changes nothing. */
export function InvitationPage() {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [busy, setBusy] = useState<Answer>()
  const [error, setError] = useState<string>()
  const page = useRef<HTMLDivElement>(null)

  const load = useCallback(async (): Promise<void> => {
    setLoaded((before) => (before.state === 'failed' ? { ...before, isRetrying: true } : before))
    try {
      setLoaded({ state: 'loaded', invitation: await callReview(getInvitation, {}) })
    } catch (failure) {
      setLoaded({ state: 'failed', failure: failureOf(failure), isRetrying: false })
    }
  }, [])
  useEffect(() => void load(), [load])
  useEffect(() => {
    document.title = `Invitation · ${brand.name}`
  }, [])

  /** Sends an answer and shows the result. The heading gets the focus, so that screen readers announce the result. */
  async function answer(kind: Answer, send: () => Promise<Invitation>): Promise<void> {
    if (busy) return
    setBusy(kind)
    setError(undefined)
    try {
      show(await send())
    } catch (failure) {
      const invitation = invitationIn(failure)
      if (invitation) show(invitation)
      else setError(messageOf(failure, FAILED))
    } finally {
      setBusy(undefined)
    }
  }

  function show(invitation: Invitation): void {
    flushSync(() => setLoaded({ state: 'loaded', invitation }))
    page.current?.querySelector<HTMLElement>('h1')?.focus()
    window.scrollTo({ top: 0 })
  }

  if (loaded.state === 'loading') return <InvitationSkeleton />
  if (loaded.state === 'failed' && loaded.failure !== 'invalid')
    return <Failure failure={loaded.failure} isRetrying={loaded.isRetrying} forColleague onRetry={() => void load()} />
  return (
    <Frame ref={page} company={null}>
      <div className={content.content}>
        {loaded.state === 'failed' ? (
          <Words heading="This link is incomplete">Some email apps cut off long links. Open the link in the email again.</Words>
        ) : (
          <InvitationWords
            key={loaded.invitation.state}
            invitation={loaded.invitation}
            busy={busy}
            onAccept={(press) => void answer('accept', () => callReview(acceptInvitation, { body: { interaction: interactionOf(press) } }))}
            onAsk={(press) => void answer('ask', () => callReview(askToReturn, { body: { interaction: interactionOf(press) } }))}
            onLeave={() => void answer('leave', () => callReview(leaveCompany, {}))}
          />
        )}
        <ErrorText>{error}</ErrorText>
      </div>
      <FrameFooter forColleague />
    </Frame>
  )
}

const InvitationSkeleton = () => (
  <Frame company={undefined}>
    <div className={content.content} role="status" aria-busy="true" aria-label="Loading the invitation">
      <Skeleton shape="title" />
      <Skeleton shape="line" />
    </div>
  </Frame>
)
