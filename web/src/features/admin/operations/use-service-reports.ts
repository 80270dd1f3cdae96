import { serviceNames } from '@app/contracts/define.ts'
import { getServiceState } from '@app/contracts/http/operations.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { inTime, OPERATIONS } from './api.ts'
import type { ServiceReport } from './service-report.ts'

/** Seconds between two requests to a service. */
export const REFRESH_SECONDS = 5
/** A response older than this is not current. While a new request is in progress, the old response stays current, for at most 6 s. */
const OLD_MS = 20_000

/**
 * Requests the state of each service every 5 s, separately, so that a slow service does not delay the others. Returns the reports and the
 * current time in milliseconds since 1970. Between two responses, the time advances every 5 s, so that old responses are noticed.
 */
export function useServiceReports(): { reports: readonly ServiceReport[]; now: number } {
  const queries = useQueries({
    queries: serviceNames.map((service) => ({
      queryKey: [OPERATIONS, service, 'state'],
      queryFn: ({ signal }: { signal: AbortSignal }) => adminCall(getServiceState, { params: { service }, signal: inTime(signal) }),
      refetchInterval: REFRESH_SECONDS * 1_000,
      staleTime: 0,
      retry: false,
    })),
  })
  const [tick, setTick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), REFRESH_SECONDS * 1_000)
    return () => clearInterval(timer)
  }, [])
  const now = Math.max(tick, ...queries.map(({ dataUpdatedAt }) => dataUpdatedAt))

  const reports = serviceNames.map((service, at): ServiceReport => {
    const { data, error, dataUpdatedAt, isFetching } = queries[at] ?? {}
    const report = { service, state: data, answeredAt: dataUpdatedAt ?? 0 }
    if (error) return { ...report, status: isGatewayAway(error) ? 'away' : 'silent' }
    if (!data) return { ...report, status: 'waiting' }
    return { ...report, status: !isFetching && now - report.answeredAt > OLD_MS ? 'silent' : 'answering' }
  })
  return { reports, now }
}

/** Whether the gateway itself did not respond. After a timeout, this is unknown: the gateway may have waited for the service. */
const isGatewayAway = (error: Error): boolean => error instanceof ApiError && error.status === 0 && error.code !== 'timeout'
