import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { sessions } from '../stores/session.ts'
import { isOffline, isTransient } from './api-error.ts'

const RETRIES = 2

export const shouldRetry = (failures: number, error: Error): boolean => isTransient(error) && !isOffline(error) && failures < RETRIES

/**
 * Query client of the whole app. While offline, calls are sent and fail at once. React Query would otherwise pause them and send them
 * later, when the user may have left the page. Failed queries are refetched when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Cached data of one user must not be visible to the next user.
for (const session of Object.values(sessions)) session.subscribe(({ token }, before) => token !== before.token && queryClient.clear())

/** Provides React Query to a page. Public pages do not use React Query, so they do not load it. */
export const withQueries = (Content: ComponentType) =>
  function WithQueries() {
    return (
      <QueryClientProvider client={queryClient}>
        <Content />
      </QueryClientProvider>
    )
  }
