import { formatMonth } from '@app/contracts/format/dates.ts'
import { type ListedReport, listSentReports, REPORT_PAGE_MAX } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { REPORTS } from '../../domain/report/report-sent.ts'
import { isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import { counted } from '../../shared/format/counted.ts'
import { Badge } from '../../shared/ui/Badge.tsx'
import { Card } from '../../shared/ui/Card.tsx'
import { ChecklistDrawing } from '../../shared/ui/drawings-of-empty-lists.tsx'
import { EndOfList } from '../../shared/ui/EndOfList.tsx'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'
import { EmptyState, ErrorState, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './ReportList.module.css'

const AT_ONCE = 24

interface ReportListProps {
  companyProfileId: string
  /** Returns the link that opens a report. */
  linkTo: (id: string) => Pick<LinkProps, 'to' | 'state'>
}

/** The sent reports of the company, newest month first. */
export function ReportList({ companyProfileId, linkTo }: ReportListProps) {
  const { query, items, ...growth } = useGrowingList<ListedReport>({
    queryKey: [REPORTS, 'sent', companyProfileId],
    load: ({ signal, ...page }) => callPage(listSentReports, { params: { companyProfileId }, query: page, signal }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: REPORT_PAGE_MAX,
  })
  return (
    <div className={styles.screen}>
      <header className={styles.header} data-bar="">
        <h1>Reports</h1>
        <p className={styles.lead}>What we did for you, month by month.</p>
      </header>
      <StaleNotice query={query} />
      {query.isPending && (
        <div className={styles.reports} role="status" aria-busy="true" aria-label="Loading the reports">
          <Skeleton shape="document" />
          <Skeleton shape="document" />
          <Skeleton shape="document" />
        </div>
      )}
      {/* The portal shows its own message for an expired session (401). */}
      {query.isLoadingError && !isStatus(query.error, 401) && (
        <ErrorState
          message={unlessOffline(query.error, 'We couldn’t load the reports.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {items?.length === 0 && (
        <EmptyState drawing={<ChecklistDrawing />}>
          Your first report comes at the beginning of next month. We’ll email you when it’s ready.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={styles.reports} aria-label="Reports">
          {items.map((report) => (
            <li key={report._id}>
              <ReportCard report={report} link={linkTo(report._id)} />
            </li>
          ))}
        </ul>
      )}
      <EndOfList {...growth} />
    </div>
  )
}

function ReportCard({ report, link }: { report: ListedReport; link: Pick<LinkProps, 'to' | 'state'> }) {
  const { month, number, posted, emailsSent, customers, sentAt } = report
  return (
    <Card className={styles.card}>
      <h2 className={styles.month}>
        <Link className={styles.link} data-covers="" {...link}>
          {formatMonth(firstDayOf(month))}
        </Link>
      </h2>
      {number > 1 && <Badge>Corrected, number {number}</Badge>}
      <p>
        {[
          counted(posted, 'post'),
          emailsSent > 0 && `${counted(emailsSent, 'email')} sent`,
          customers !== null && counted(customers, 'customer'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {sentAt && (
        <p className={styles.sent}>
          Sent <Time value={sentAt} full />
        </p>
      )}
    </Card>
  )
}
