import { AppError } from '@app/chassis/http/errors.ts'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import type { TasksDeps } from '../deps.ts'
import { type PublicUrl, thumbnailUrlOf } from '../tasks/task-row.ts'
import type { ReportRow } from './report.repository.ts'

export const SENT = 'This report was already sent. Correct it to send it again.'

/** Returns a report with URLs of files instead of their keys. */
export function toReport(row: ReportRow, publicUrl: PublicUrl): MonthlyReport {
  const { listed, more } = row.figures.posts
  const posts = listed.map((post) => ({ ...post, thumbnail: thumbnailUrlOf(post.thumbnail, publicUrl) }))
  return { ...row, figures: { ...row.figures, posts: { listed: posts, more } } }
}

export const reportNotFound = (): AppError => new AppError('report-not-found', 'not-found', 'Report not found')

/** Creates an error with status code 409. The response contains the current report. */
export const reportConflict = ({ store }: TasksDeps, row: ReportRow, code: string, message: string): AppError =>
  new AppError(code, 'conflict', message, { extensions: { report: toReport(row, store.publicUrl) } })
