import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import type { call } from '../../shared/api/call.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { ErrorState, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { reportQuery } from './report-queries.ts'

interface LoadedReportProps {
  id: string
  ask: typeof call
  /** Called if the report does not exist, after an error message was shown. */
  onMissing: () => void
  children: (report: MonthlyReport) => ReactNode
}

/** Loads a report for its children. Shows a placeholder while loading, and errors with a retry button. */
export function LoadedReport({ id, ask, onMissing, children }: LoadedReportProps) {
  const report = useQuery(reportQuery(id, ask))
  const isMissing = isStatus(report.error, 404) || isStatus(report.error, 400)

  const sayMissing = useEffectEvent(() => {
    notify.error('Report not found')
    onMissing()
  })
  useEffect(() => {
    if (isMissing) sayMissing()
  }, [isMissing])

  return (
    <>
      <StaleNotice query={report} />
      {report.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading the report">
          <Skeleton shape="block" />
        </div>
      )}
      {report.isLoadingError && !isMissing && (
        <ErrorState
          message={unlessOffline(report.error, 'We couldn’t load this report.')}
          busy={report.isFetching}
          onRetry={() => void report.refetch()}
        />
      )}
      {report.data && children(report.data)}
    </>
  )
}
