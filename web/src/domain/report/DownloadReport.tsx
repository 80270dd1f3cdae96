import { reportFileName } from '@app/contracts/format/report-words.ts'
import { downloadReport, type MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { download } from '../../shared/api/download.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { saveFile } from '../../shared/ui/take-text.ts'

interface DownloadReportProps {
  caller: Caller
  report: Pick<MonthlyReport, '_id' | 'companyName' | 'month' | 'number'>
}

/** The button that saves a report as a PDF file. */
export function DownloadReport({ caller, report }: DownloadReportProps) {
  const pdf = useMutation({
    mutationFn: () => download(caller, downloadReport, { params: { id: report._id } }),
    onSuccess: (file) => saveFile(reportFileName(report), file),
    // The screens handle an expired session (401).
    onError: (error) => isStatus(error, 401) || notify.error(messageOf(error, 'We couldn’t download the report. Try again.')),
  })
  return (
    <Button
      tone="quiet"
      icon={<Download aria-hidden="true" />}
      state={pdf.isPending ? 'busy' : 'idle'}
      busyLabel="Downloading…"
      onClick={() => pdf.mutate()}
    >
      Download as PDF
    </Button>
  )
}
