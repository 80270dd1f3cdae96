import type { ReportSent } from '@app/contracts/events/tasks.ts'

/** First part of the query keys of all reports and lists of reports. */
export const REPORTS = 'reports'

/** Type of the event after which reports are loaded again. */
export const REPORT_SENT: typeof ReportSent.type = 'tasks.report-sent.v1'
