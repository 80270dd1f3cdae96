import { formatMonth } from '@app/contracts/format/dates.ts'
import type { ListedReport } from '@app/contracts/http/monthly-reports.ts'
import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { firstDayOf, type ReportState, reportStates } from '@app/contracts/rules/monthly-report.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { PostedDrawing } from '../../../shared/ui/drawings.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { InlineSelect } from '../../../shared/ui/InlineSelect.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { EmptyState, ErrorState, StaleNotice } from '../../../shared/ui/states.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { ChoiceChips } from '../board/ChoiceChips.tsx'
import { ManagerFilter } from '../board/ManagerFilter.tsx'
import { SelectionBar } from '../board/SelectionBar.tsx'
import { useChoiceInUrl } from '../board/use-choice-in-url.ts'
import { useLoadFailure } from '../board/use-load-failure.ts'
import { useManager } from '../board/use-manager.ts'
import { useSelection } from '../launch/use-selection.ts'
import { usePlace } from '../use-place.ts'
import styles from './ReportsTab.module.css'
import { ReportsTable } from './ReportsTable.tsx'
import { loadReady, reportMonths, useReports } from './report-lists.ts'
import { stateWords } from './state-words.ts'
import { UnpreparedReports } from './UnpreparedReports.tsx'
import { useReportSteps } from './use-report-steps.ts'

const ReportPanel = lazyPart(() => import('./ReportPanel.tsx'), { missing: PanelMissing })
const SendDialog = lazyPart(() => import('./SendDialog.tsx'), { missing: PanelMissing })

const FAILED = 'We couldn’t load the reports.'
const SELECTED_MAX = 200

const choices = [{ value: undefined, words: 'All' }, ...reportStates.map((state) => ({ value: state, words: stateWords[state] }))]

function emptyText(state: ReportState | undefined, month: string): string {
  if (state === 'prepared') return `No report of ${month} is waiting to be looked through.`
  if (state === 'sent') return `No report of ${month} was sent yet.`
  return `There are no reports of ${month} yet. We prepare them on the first working day of the next month.`
}

const hasAny = <T,>(items: readonly T[]): items is readonly [T, ...T[]] => items.length > 0

/** The reports of a month. An admin looks through them and sends them, one by one, several or all. */
export default function ReportsTab() {
  const months = reportMonths(monthOf(useBusinessToday()))
  const [monthInUrl, setMonth] = useChoiceInUrl('month', months)
  const month = monthInUrl ?? months[0] ?? ''
  const [state, setState] = useChoiceInUrl('state', reportStates)
  const { manager } = useManager()
  const list = useReports({ month, state, manager })
  const { query, items, hasMore } = list
  useLoadFailure(query, FAILED)
  const { openedReport, close, drop } = usePlace()
  const steps = useReportSteps(openedReport ?? '', list)
  const ready = items?.filter((report) => report.state === 'prepared')
  const selection = useSelection(ready, SELECTED_MAX)
  /** The reports in the dialog. They stay in the dialog after they were sent. */
  const [chosen, setChosen] = useState<readonly [ListedReport, ...ListedReport[]]>()

  function choose(reports: readonly ListedReport[]): void {
    if (hasAny(reports)) setChosen(reports)
    else toast.failed('No report is ready to be sent.')
  }

  const all = useMutation({
    mutationFn: () => loadReady({ month, manager }),
    onSuccess: choose,
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, FAILED)),
  })
  const { selected } = selection

  return (
    <>
      <div className={styles.tools}>
        <InlineSelect label="Month" value={month} onChoose={(value) => setMonth(value)}>
          {months.map((one) => (
            <option key={one} value={one}>
              {formatMonth(firstDayOf(one))}
            </option>
          ))}
        </InlineSelect>
        <ManagerFilter />
        <ChoiceChips label="State" choices={choices} chosen={state} onChoose={setState} />
        {ready && hasAny(ready) && (
          <Button className={styles.all} state={all.isPending ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => all.mutate()}>
            Send all ready
          </Button>
        )}
      </div>
      <StaleNotice query={query} />
      {query.isPending && <BoardSkeleton />}
      {query.isLoadingError && (
        <ErrorState message={unlessOffline(query.error, FAILED)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {items?.length === 0 && !hasMore && (
        <EmptyState drawing={<PostedDrawing />}>{emptyText(state, formatMonth(firstDayOf(month)))}</EmptyState>
      )}
      {items && items.length > 0 && <ReportsTable reports={items} selection={selection} />}
      <EndOfList {...list} />
      {state !== 'sent' && <UnpreparedReports month={month} manager={manager} />}
      <SelectionBar label="Selected reports" selection={selection} listed={ready?.length ?? 0} max={SELECTED_MAX}>
        <Button disabled={selected.length === 0} onClick={() => choose(selected)}>
          {selected.length === 0 ? 'Send selected' : `Send ${selected.length} selected`}
        </Button>
      </SelectionBar>
      {openedReport && <ReportPanel id={openedReport} steps={steps} onClose={close} onMissing={drop} />}
      {chosen && <SendDialog chosen={chosen} onSent={selection.clear} onClose={() => setChosen(undefined)} />}
    </>
  )
}
