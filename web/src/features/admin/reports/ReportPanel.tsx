import { formatMonth } from '@app/contracts/format/dates.ts'
import { correctReport, type MonthlyReport, prepareReport } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DownloadReport } from '../../../domain/report/DownloadReport.tsx'
import { LoadedReport } from '../../../domain/report/LoadedReport.tsx'
import { ReportContent } from '../../../domain/report/ReportContent.tsx'
import { reportQuery, titleOf } from '../../../domain/report/report-queries.ts'
import { REPORTS } from '../../../domain/report/report-sent.ts'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog, DialogFooter, PanelMissing, SidePanel } from '../../../shared/ui/Dialog.tsx'
import { ListSteps, type ListStepsProps } from '../../../shared/ui/ListSteps.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { PanelLink } from '../PanelLink.tsx'
import { useLeading } from '../use-place.ts'
import styles from './ReportPanel.module.css'
import { ReportText } from './ReportText.tsx'
import { cacheReport, currentIn, useReportText } from './use-report-text.ts'

const SendDialog = lazyPart(() => import('./SendDialog.tsx'), { missing: PanelMissing })

interface ReportPanelProps {
  id: string
  steps: Omit<ListStepsProps<string>, 'what' | 'title'>
  onClose: () => void
  onMissing: () => void
}

/** A report as its owner sees it, with what an admin can do with it. It stays open while the admin steps through the list. */
export default function ReportPanel({ id, steps, onClose, onMissing }: ReportPanelProps) {
  const { data } = useQuery(reportQuery(id, adminCall))
  const title = data ? `${data.companyName}, ${formatMonth(firstDayOf(data.month))}` : 'Report'
  return (
    <SidePanel title={title} itemKey={id} wide onClose={onClose} actions={<ListSteps what="report" title={title} {...steps} />}>
      <LoadedReport id={id} ask={adminCall} onMissing={onMissing}>
        {(report) => <Opened report={report} onCorrected={steps.open} />}
      </LoadedReport>
    </SidePanel>
  )
}

function Opened({ report, onCorrected }: { report: MonthlyReport; onCorrected: (id: string) => void }) {
  const leading = useLeading()
  const text = useReportText(report)
  const { companyProfileId, companyName, number, state, preparedAt, sentAt, correctedBy } = report
  return (
    <div className={styles.panel}>
      <p className={styles.facts}>
        <PanelLink {...leading('company', companyProfileId)}>{companyName}</PanelLink>
        {number > 1 && ` · Corrected, number ${number}`}
        {' · '}
        {sentAt ? 'Sent' : 'Prepared'} <Time value={sentAt ?? preparedAt} clock />
      </p>
      {correctedBy && <p className={styles.notice}>A corrected report was sent later.</p>}
      {(state === 'prepared' || text.isChanged) && <ReportText report={report} text={text} />}
      <div className={styles.preview}>
        <h3>{titleOf(report)}</h3>
        <ReportContent report={text.isChanged ? { ...report, text: text.written } : report} heading="h4" />
      </div>
      <DialogFooter>
        <span className={styles.download}>
          <DownloadReport caller="admin" report={report} />
        </span>
        {state === 'prepared' ? <PreparedActions report={report} text={text} /> : <SentActions report={report} onCorrected={onCorrected} />}
      </DialogFooter>
    </div>
  )
}

interface PreparedActionsProps {
  report: MonthlyReport
  text: ReturnType<typeof useReportText>
}

function PreparedActions({ report, text }: PreparedActionsProps) {
  const [isSending, setSending] = useState(false)
  const { companyProfileId, month } = report
  const recalculate = useMutation({
    mutationFn: () => adminCall(prepareReport, { body: { companyProfileId, month } }),
    onSuccess(fresh) {
      cacheReport(fresh)
      toast.success('Figures recalculated')
    },
    onError: (error) => refuse(error, 'We couldn’t recalculate the figures.'),
    onSettled: reloadLists,
  })
  return (
    <>
      <Button
        tone="quiet"
        state={recalculate.isPending ? 'busy' : 'idle'}
        busyLabel="Recalculating..."
        onClick={() => recalculate.mutate()}
      >
        Recalculate
      </Button>
      <Button disabled={recalculate.isPending} onClick={() => text.whenSaved(() => setSending(true))}>
        {text.isChanged ? 'Save and send' : 'Send'}
      </Button>
      {isSending && <SendDialog chosen={[report]} onClose={() => setSending(false)} />}
    </>
  )
}

function SentActions({
  report: { _id: id, companyName, correctedBy },
  onCorrected,
}: {
  report: MonthlyReport
  onCorrected: (id: string) => void
}) {
  const [isAsked, ask] = useState(false)
  const correct = useMutation({
    mutationFn: () => adminCall(correctReport, { params: { id } }),
    onSuccess(corrected) {
      cacheReport(corrected)
      onCorrected(corrected._id)
    },
    onError: (error) => refuse(error, 'We couldn’t prepare a corrected report.'),
    onSettled() {
      ask(false)
      reloadLists()
    },
  })
  // Only the newest report of a month can be corrected.
  if (correctedBy) return null
  return (
    <>
      <Button tone="quiet" onClick={() => ask(true)}>
        Correct
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Prepare a corrected report?"
          question={`We calculate the figures again and keep your words. ${companyName} gets nothing until you send it.`}
          confirmLabel="Prepare"
          busyLabel="Preparing..."
          tone="primary"
          busy={correct.isPending}
          onConfirm={() => correct.mutate()}
          onCancel={() => ask(false)}
        />
      )}
    </>
  )
}

const reloadLists = (): void => void queryClient.invalidateQueries({ queryKey: [REPORTS] })

/** Shows why a change failed, and the current report. `useAccess` handles an expired session (401). */
function refuse(error: Error, otherwise: string): void {
  const current = currentIn(error)
  if (current) cacheReport(current)
  if (!isStatus(error, 401)) toast.failed(messageOf(error, otherwise))
}
