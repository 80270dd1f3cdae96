import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { REPORT_TEXT_MAX } from '@app/contracts/rules/monthly-report.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import styles from './ReportPanel.module.css'
import type { useReportText } from './use-report-text.ts'

interface ReportTextProps {
  report: MonthlyReport
  text: ReturnType<typeof useReportText>
}

/** The form in which an admin writes the text of a report. */
export function ReportText({ report: { state }, text: { form, isChanged, theirs, keepTheirs, keepMine } }: ReportTextProps) {
  const isSent = state === 'sent'
  return (
    <KeptForm form={form} className={styles.form}>
      {isSent && (
        <p className={styles.notice} role="status">
          This report was sent while you were writing, without these words. Copy them and choose Correct to send them in a corrected report.
        </p>
      )}
      {!isSent && theirs !== undefined && (
        <div className={styles.notice} role="status">
          <p>Somebody else changed this text while you were writing:</p>
          <p className={styles.theirs}>{theirs || 'They removed it.'}</p>
          <div className={styles.buttons}>
            <Button tone="quiet" size="small" onClick={keepMine}>
              Keep mine
            </Button>
            <Button tone="quiet" size="small" onClick={keepTheirs}>
              Use theirs
            </Button>
          </div>
        </div>
      )}
      <TextArea
        label="A few words to the company"
        hint="The report begins with them. Leave a blank line between paragraphs."
        rows={4}
        maxLength={REPORT_TEXT_MAX}
        {...form.text('text')}
      />
      {!isSent && (
        <div>
          <Button type="submit" tone="quiet" state={form.state} disabled={!isChanged} busyLabel="Saving..." doneLabel="Saved">
            Save
          </Button>
        </div>
      )}
    </KeptForm>
  )
}
