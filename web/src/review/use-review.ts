import { getReview, type Review } from '@app/contracts/http/reviews.ts'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, isOffline } from '../shared/api/api-error.ts'
import { callReview, reviewIn } from './api.ts'

/** `invalid`: no such link. `busy`: too many requests. `offline`: the browser has no network. `away`: all other failures. */
export type LoadFailure = 'invalid' | 'busy' | 'offline' | 'away'

type LoadedReview =
  | { state: 'loading' }
  | { state: 'failed'; failure: LoadFailure; isRetrying: boolean }
  | { state: 'loaded'; review: Review }

const INVALID = new Set([400, 404, 422])

/** Returns why a request for the content of the page failed. */
export function failureOf(error: unknown): LoadFailure {
  if (isOffline(error)) return 'offline'
  const status = error instanceof ApiError ? error.status : 0
  if (INVALID.has(status)) return 'invalid'
  return status === 429 ? 'busy' : 'away'
}

/** Loads the review of the link in the URL. After a failure without a network, loads again when the network is back. */
export function useReview() {
  const [loaded, setLoaded] = useState<LoadedReview>({ state: 'loading' })

  const load = useCallback(async (): Promise<void> => {
    setLoaded((before) => (before.state === 'failed' ? { ...before, isRetrying: true } : before))
    try {
      setLoaded({ state: 'loaded', review: await callReview(getReview, {}) })
    } catch (error) {
      const review = reviewIn(error)
      setLoaded(review ? { state: 'loaded', review } : { state: 'failed', failure: failureOf(error), isRetrying: false })
    }
  }, [])

  useEffect(() => void load(), [load])

  const isOfflineNow = loaded.state === 'failed' && loaded.failure === 'offline'
  useEffect(() => {
    if (!isOfflineNow) return
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isOfflineNow, load])

  return { loaded, load, show: (review: Review) => setLoaded({ state: 'loaded', review }) }
}
