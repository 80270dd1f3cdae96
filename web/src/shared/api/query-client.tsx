import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { sessions } from '../stores/session.ts'
import { isOffline, isTransient } from './api-error.ts'

const RETRIES = 2

/** Whether React Query retries a call: only transient errors, at most twice, and not while the browser is offline. */
export const shouldRetry = (failures: number, error: Error): boolean => isTransient(error) && !isOffline(error) && failures < RETRIES

/**
 * Calls are made without a network too, and fail: held back until there is one, they would be made after somebody was told
 * otherwise, or had left. What failed to load is loaded when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
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
