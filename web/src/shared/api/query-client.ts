import { QueryClient } from '@tanstack/react-query'
import { isOffline, isPassing } from './api-error.ts'

const RETRIES = 2

/** Only what may go better next time is tried again, and nothing without a network: that is told at once. */
const worthRetrying = (failures: number, error: Error): boolean => isPassing(error) && !isOffline(error) && failures < RETRIES

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
