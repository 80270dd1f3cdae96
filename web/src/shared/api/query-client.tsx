import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { sessions } from '../stores/session.ts'
import { isOffline, isTransient } from './api-error.ts'

const RETRIES = 2

/** Whether React Query retries a call: only transient errors, at most twice, and not while the browser is offline. */
export const shouldRetry = (failures: number, error: Error): boolean => isTransient(error) && !isOffline(error) && failures < RETRIES

/**
 * Query client of the whole app. Calls are sent while offline too, and fail at once. React Query would otherwise pause them and send them
 * later, after the user has seen an error or has left the page. Failed queries are refetched when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Cached data of one user must not be visible to the next user.
for (const session of Object.values(sessions)) session.subscribe(({ token }, before) => token !== before.token && queryClient.clear())

/** Wraps a page whose parts use React Query in its provider. Public pages do without, so they do not load React Query. */
export const withQueries = (Content: ComponentType) =>
  function WithQueries() {
    return (
      <QueryClientProvider client={queryClient}>
        <Content />
      </QueryClientProvider>
    )
  }
