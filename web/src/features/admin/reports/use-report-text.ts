import { type MonthlyReport, setReportText } from '@app/contracts/http/monthly-reports.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportQuery } from '../../../domain/report/report-queries.ts'
import { ApiError, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { draftOf } from '../../../shared/form/drafts.ts'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { toast } from '../../../shared/ui/notify.tsx'

/** Time in ms from a successful submit until the button shows its normal label again. */
const IDLE_MS = 900

export const cacheReport = (report: MonthlyReport): void =>
  void queryClient.setQueryData(reportQuery(report._id, adminCall).queryKey, report)

/** Returns the current report from the response of a change that was refused because the report has changed (409). */
export const currentIn = (error: unknown): MonthlyReport | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.details as { report?: MonthlyReport }).report : undefined

/** The form for the text of a report. If somebody else changes the text in the meantime, the admin chooses which text to keep. */
export function useReportText(report: MonthlyReport) {
  const { _id: id } = report
  /** The text of the report on which the form is based, and the version that contained it first. */
  const [base, setBase] = useState<Pick<MonthlyReport, 'text' | 'version'>>(report)
  /** Called once after the next successful submit. */
  const afterSave = useRef<() => void>(undefined)
  const isChangedElsewhere = report.version > base.version && report.text !== base.text

  const form = useForm<{ text: string }, MonthlyReport>({
    initial: { text: report.text },
    draft: draftOf('admin', `report text ${id}`),
    tidy: ({ text }) => ({ text: text.trim() }),
    check: () => faultsIn({ text: isChangedElsewhere && 'Choose which text to keep first.' }),
    onRefuse() {
      afterSave.current = undefined
    },
    send: save,
    onSent(saved) {
      cacheReport(saved)
      basedOn(saved, saved.text)
      afterSave.current?.()
      afterSave.current = undefined
    },
    onFailure(error, isSaid) {
      afterSave.current = undefined
      const current = currentIn(error)
      // The form says what changed. `useAccess` handles an expired session (401).
      if (current) cacheReport(current)
      else if (!isSaid && !isStatus(error, 401)) toast.failed(messageOf(error, 'We couldn’t save the text.'))
    },
    idleAfter: IDLE_MS,
  })

  /** If the report has changed but its text has not, because its figures were calculated again, the text is sent again. */
  async function save(body: { text: string }): Promise<MonthlyReport> {
    const send = (version: number) => adminCall(setReportText, { params: { id }, body, version })
    try {
      return await send(Math.max(report.version, base.version))
    } catch (error) {
      const current = currentIn(error)
      if (current?.state !== 'prepared' || current.text !== base.text) throw error
      return send(current.version)
    }
  }

  function basedOn(current: MonthlyReport, text: string): void {
    setBase(current)
    form.rebase({ text: current.text }, { text })
  }
  const takeOver = useEffectEvent(() => basedOn(report, report.text))

  const written = form.values.text.trim()
  const isOverwritten = isChangedElsewhere && (form.values.text === base.text || written === report.text)
  useEffect(() => {
    if (isOverwritten) takeOver()
  }, [isOverwritten])

  /** Calls `next`. Saves the text first if it was changed. If that fails, `next` is not called. */
  function whenSaved(next: () => void): void {
    if (form.isUnsent()) {
      afterSave.current = next
      form.element.current?.requestSubmit()
    } else next()
  }

  return {
    form,
    isChanged: written !== base.text,
    written,
    /** The text that somebody else saved while the admin was writing. */
    theirs: isChangedElsewhere && !isOverwritten ? report.text : undefined,
    keepTheirs: () => basedOn(report, report.text),
    keepMine: () => basedOn(report, form.values.text),
    whenSaved,
  }
}
