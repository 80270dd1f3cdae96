import type { Review } from '@app/contracts/http/reviews.ts'
import type { DecisionKind } from '@app/contracts/rules/reviews.ts'
import { useCallback, useState } from 'react'
import { ApiError, messageOf } from '../shared/api/api-error.ts'
import { reviewIn } from './api.ts'

/** Sends a decision. The server may require a code, which it then sends by email. */
type Send = (code?: string) => Promise<Review>

interface SentDecision {
  kind: DecisionKind
  send: Send
}

interface DecisionState {
  isBusy: boolean
  error?: string | undefined
  /** Set if the server requires a code. `enterCode` repeats this decision with the code. */
  waiting?: SentDecision | undefined
}

const IDLE: DecisionState = { isBusy: false }
const FAILED = 'We couldn’t reach the server, so your answer may not have arrived. Please try again.'

const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
const needsCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'code-required'

interface Decided extends Pick<SentDecision, 'kind'> {
  review: Review
  /** False if the link had ended before the decision arrived. `review` then contains the outcome. */
  isSaved: boolean
}

/** Sends decisions, and repeats a decision with a code if the server requires one. */
export function useDecision(onDecided: (decided: Decided) => void) {
  const [{ isBusy, error, waiting }, setState] = useState(IDLE)

  async function decide(decision: SentDecision, code?: string): Promise<void> {
    const { kind, send } = decision
    setState({ isBusy: true, waiting })
    try {
      const review = await send(code)
      setState(IDLE)
      onDecided({ kind, review, isSaved: true })
    } catch (failure) {
      const outcome = reviewIn(failure)
      if (outcome || isCanceled(failure)) setState(IDLE)
      else if (!needsCode(failure)) setState({ isBusy: false, waiting, error: messageOf(failure, FAILED) })
      else setState({ isBusy: false, waiting: decision, error: code && messageOf(failure, FAILED) })
      if (outcome) onDecided({ kind, review: outcome, isSaved: outcome.decision?.kind === kind })
    }
  }

  return {
    isBusy,
    error,
    isCodeRequired: waiting !== undefined,
    decide: (kind: DecisionKind, send: Send) => void decide({ kind, send }),
    enterCode: (code: string) => waiting && void decide(waiting, code),
    reset: useCallback(() => setState(IDLE), []),
  }
}

export type DecisionProcess = ReturnType<typeof useDecision>
