import { prepareReport, type UnpreparedReport } from '@app/contracts/http/monthly-reports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { REPORTS } from '../../../domain/report/report-sent.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { PartStates } from '../company/PartStates.tsx'
import styles from './ReportsTab.module.css'
import { type ReportFilter, useUnpreparedReports } from './report-lists.ts'

/** The companies that have no report for the month yet. Shows nothing if there are none. */
export function UnpreparedReports(filter: Omit<ReportFilter, 'state'>) {
  const id = useId()
  const { query, items, ...growth } = useUnpreparedReports(filter)
  if (query.isPending || items?.length === 0) return null
  return (
    <section className={styles.unprepared} aria-labelledby={id}>
      <h3 id={id}>Being prepared</h3>
      <PartStates query={query} what="the companies without a report" />
      <p className={styles.hint}>We prepare these reports by ourselves. If you can’t wait, or the month is long past, prepare one now.</p>
      <ul className={styles.companies} aria-labelledby={id}>
        {items?.map((company) => (
          <li key={company.companyProfileId} className={styles.company}>
            <Unprepared company={company} month={filter.month} />
          </li>
        ))}
      </ul>
      <EndOfList {...growth} />
    </section>
  )
}

function Unprepared({ company: { companyProfileId, companyName }, month }: { company: UnpreparedReport; month: string }) {
  const queryClient = useQueryClient()
  const prepare = useMutation({
    mutationFn: () => adminCall(prepareReport, { body: { companyProfileId, month } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [REPORTS] }),
  })
  return (
    <>
      <span className={styles.name}>{companyName}</span>
      <span role="status">
        {prepare.isError && <ItemResult outcome="failed">{messageOf(prepare.error, 'We couldn’t prepare the report.')}</ItemResult>}
      </span>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Prepare now: ${companyName}`}
        state={prepare.isPending ? 'busy' : 'idle'}
        busyLabel="Preparing..."
        onClick={() => prepare.mutate()}
      >
        Prepare now
      </Button>
    </>
  )
}
