import { type ListedReport, REPORTS_SENT_MAX, type ReportResult, sendReports } from '@app/contracts/http/monthly-reports.ts'
import { REPORTS } from '../../../domain/report/report-sent.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { keyFor, releaseKey, retryUntilKnown } from '../../../shared/api/idempotency.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'

/** A report in the version that the admin has seen. */
export type Sendable = Pick<ListedReport, '_id' | 'companyProfileId' | 'companyName' | 'month' | 'number' | 'version'>

/**
 * Sends reports, and passes their results to `onResults` part by part. Each report has its own idempotency key. If its outcome is unknown, a
 * retry sends the same key. If a whole request fails, throws an `ApiError`, and the reports after it are not sent.
 */
export async function sendMany(reports: readonly Sendable[], onResults: (results: readonly ReportResult[]) => void): Promise<void> {
  try {
    for (let from = 0; from < reports.length; from += REPORTS_SENT_MAX) {
      const items = reports.slice(from, from + REPORTS_SENT_MAX).map(({ _id: id, version }) => {
        const target = `send report ${id}`
        return { target, sent: { id, version, idempotencyKey: keyFor(target, [version]) } }
      })
      const { results } = await retryUntilKnown(() => adminCall(sendReports, { body: { reports: items.map(({ sent }) => sent) } }))
      for (const [at, { status }] of results.entries()) {
        const item = items[at]
        if (item && status < 500) releaseKey(item.target, item.sent.idempotencyKey)
      }
      onResults(results)
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: [REPORTS] })
  }
}
