import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DownloadReport } from '../../domain/report/DownloadReport.tsx'
import { LoadedReport } from '../../domain/report/LoadedReport.tsx'
import { ReportContent } from '../../domain/report/ReportContent.tsx'
import { reportQuery, titleOf } from '../../domain/report/report-queries.ts'
import { call } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { focusHeading } from '../../shared/ui/focus.ts'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './ReportPage.module.css'

interface ReportPageProps {
  id: string
  onClose: () => void
  onMissing: () => void
  /** Returns the link that opens another report. */
  linkTo: (id: string) => Pick<LinkProps, 'to' | 'state'>
}

/** A sent report. */
export default function ReportPage({ id, onClose, onMissing, linkTo }: ReportPageProps) {
  const { data } = useQuery(reportQuery(id, call))
  return (
    <div className={styles.page}>
      {!data && <h1 className="visually-hidden">Report</h1>}
      <Button tone="quiet" size="small" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onClose}>
        All reports
      </Button>
      <LoadedReport id={id} ask={call} onMissing={onMissing}>
        {(report) => (
          <article className={styles.report}>
            <Head report={report} />
            {report.correctedBy && (
              <p className={styles.notice}>
                We’ve corrected this report. <Link {...linkTo(report.correctedBy)}>See the corrected one</Link>
              </p>
            )}
            <ReportContent report={report} heading="h2" />
          </article>
        )}
      </LoadedReport>
    </div>
  )
}

/** The heading gets the focus when it appears, so that screen readers announce it. */
function Head({ report }: { report: MonthlyReport }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (heading.current) focusHeading(heading.current)
  }, [])
  const { companyName, number, sentAt } = report
  return (
    <header className={styles.head} data-bar="">
      <div className={styles.words}>
        <h1 ref={heading}>{titleOf(report)}</h1>
        <p className={styles.facts}>
          <span className={styles.company}>{companyName} · </span>
          {number > 1 && `Corrected, number ${number} · `}
          {sentAt && (
            <>
              Sent <Time value={sentAt} full />
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <DownloadReport caller="owner" report={report} />
      </div>
    </header>
  )
}
