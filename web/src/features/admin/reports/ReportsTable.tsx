import { formatNumber } from '@app/contracts/format/numbers.ts'
import { formatHours } from '@app/contracts/format/report-words.ts'
import type { ListedReport } from '@app/contracts/http/monthly-reports.ts'
import { useMemo } from 'react'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { SelectItem } from '../board/SelectItem.tsx'
import type { Selection } from '../launch/use-selection.ts'
import { useLeading } from '../use-place.ts'
import styles from './ReportsTab.module.css'
import { stateWords } from './state-words.ts'

const keyOf = ({ _id }: ListedReport) => _id

interface ReportsTableProps {
  reports: readonly ListedReport[]
  selection: Selection<ListedReport>
}

/** Table of reports with their main figures. A click on a row opens the report. */
export function ReportsTable({ reports, selection }: ReportsTableProps) {
  const leading = useLeading()
  const linkOf = useMemo(
    () =>
      ({ _id }: ListedReport) =>
        leading('report', _id),
    [leading],
  )
  const select: Column<ListedReport> = {
    heading: 'Select',
    share: 0.7,
    align: 'end',
    // Sent reports cannot be sent again.
    cell: ({ _id, companyName, state }) =>
      state === 'prepared' && (
        <SelectItem label={`Select ${companyName}`} checked={selection.has(_id)} onToggle={() => selection.toggle(_id)} />
      ),
  }
  return (
    <div className={styles.reports}>
      <DataTable label="reports" columns={[...figures, select]} rows={reports} keyOf={keyOf} linkOf={linkOf} empty={null} />
    </div>
  )
}

const figures: readonly Column<ListedReport>[] = [
  { heading: 'Company', share: 2.2, cell: ({ companyName }) => companyName },
  { heading: 'Posts', share: 0.8, align: 'end', cell: ({ posted }) => formatNumber(posted) },
  { heading: 'Delivered', share: 0.8, align: 'end', cell: ({ delivered }) => formatNumber(delivered) },
  {
    heading: 'Decision',
    share: 1,
    align: 'end',
    cell: ({ decisionHours }) => (decisionHours === null ? 'Not measured' : formatHours(decisionHours)),
  },
  { heading: 'Emails', share: 0.8, align: 'end', cell: ({ emailsSent }) => formatNumber(emailsSent) },
  {
    heading: 'Customers',
    share: 0.9,
    align: 'end',
    cell: ({ customers }) => (customers === null ? 'Not known' : formatNumber(customers)),
  },
  { heading: 'State', share: 2.2, cell: (report) => <State report={report} /> },
]

const State = ({ report: { state, number, hasText, sentAt } }: { report: ListedReport }) => (
  <span className={styles.state}>
    <Badge tone={state === 'sent' ? 'approved' : 'pending'}>{stateWords[state]}</Badge>
    {sentAt && <Time value={sentAt} />}
    {number > 1 && <span>Corrected, number {number}</span>}
    {state === 'prepared' && hasText && <span>With your words</span>}
  </span>
)
