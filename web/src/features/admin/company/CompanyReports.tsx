import { formatMonth } from '@app/contracts/format/dates.ts'
import { type ListedReport, listSentReports, REPORT_PAGE_MAX } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { REPORTS } from '../../../domain/report/report-sent.ts'
import { adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { counted } from '../../../shared/format/counted.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { openingOver } from '../use-place.ts'
import { PartStates } from './PartStates.tsx'
import styles from './rows.module.css'

const AT_ONCE = 24

/** The sent reports of a company, newest month first. */
export function CompanyReports({ companyProfileId }: { companyProfileId: string }) {
  const { query, items, ...growth } = useGrowingList<ListedReport>({
    queryKey: [REPORTS, 'sent', companyProfileId],
    load: ({ signal, ...page }) => adminCallPage(listSentReports, { params: { companyProfileId }, query: page, signal }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: REPORT_PAGE_MAX,
  })
  return (
    <div className={styles.part}>
      <PartStates query={query} what="the reports" />
      {items?.length === 0 && <EmptyState>No report was sent to this company yet.</EmptyState>}
      <ul className={styles.rows} aria-label="Reports">
        {items?.map(({ _id, month, number, posted, emailsSent, sentAt }) => (
          <li key={_id} className={styles.row}>
            <Link className={styles.link} {...openingOver('reports', { report: _id })}>
              <span className={styles.words}>
                <span className={styles.title}>{formatMonth(firstDayOf(month))}</span>
                <span className={styles.facts}>
                  {counted(posted, 'post')} · {counted(emailsSent, 'email')}
                  {number > 1 && ` · corrected, number ${number}`}
                </span>
              </span>
            </Link>
            {sentAt && (
              <span className={styles.facts}>
                Sent <Time value={sentAt} full />
              </span>
            )}
          </li>
        ))}
      </ul>
      <EndOfList {...growth} />
    </div>
  )
}
