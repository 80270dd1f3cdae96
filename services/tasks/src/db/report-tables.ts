import type { ReportFigures, ReportPost } from '@app/contracts/http/monthly-reports.ts'
import type { Month, ReportState } from '@app/contracts/rules/monthly-report.ts'
import type { ColumnType, Generated } from 'kysely'

/** A post with the key of its thumbnail instead of the URL. */
type StoredPost = Omit<ReportPost, 'thumbnail'> & { thumbnail: { key: string; width: number; height: number } | null }

/** The figures of a report with keys of files instead of URLs. */
export type StoredFigures = Omit<ReportFigures, 'posts'> & { posts: { listed: StoredPost[]; more: number } }

/** Monthly reports. Each corrected report of a month has the next number. A trigger rejects changes of sent reports. */
interface MonthlyReportTable {
  id: string
  company_id: string
  /** The name when the report was prepared. */
  company_name: string
  month: Month
  number: number
  state: Generated<ReportState>
  /** The text of an admin. */
  text: Generated<string>
  figures: ColumnType<StoredFigures, string, string>
  /** Keys of the files in `figures`, which must be kept as long as the report. */
  thumbnails: string[]
  /** On the business clock, like `sent_at`. */
  prepared_at: string
  sent_at: string | null
  /** Id of an admin. */
  sent_by: string | null
  version: Generated<number>
}

export interface ReportTables {
  monthly_report: MonthlyReportTable
}
