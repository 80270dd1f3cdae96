import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { sessions } from '../stores/session.ts'
import { isOffline, isPassing } from './api-error.ts'

const RETRIES = 2

/** Only what may go better next time is tried again, and nothing without a network: that is told at once. */
export const worthRetrying = (failures: number, error: Error): boolean => isPassing(error) && !isOffline(error) && failures < RETRIES

/**
 * Calls are made without a network too, and fail: held back until there is one, they would be made after somebody was told
 * otherwise, or had left. What failed to load is loaded when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Nothing that was loaded for whoever was signed in stays for the next.
for (const session of Object.values(sessions)) session.subscribe(({ token }, before) => token !== before.token && queryClient.clear())

/** A page whose parts ask by queries: it brings what they need, which pages for visitors do without. */
export const withQueries = (Content: ComponentType) =>
  function WithQueries() {
    return (
      <QueryClientProvider client={queryClient}>
        <Content />
      </QueryClientProvider>
    )
  }
