import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { findReport } from '../reports/report.repository.ts'
import type { MailDeps } from './deps.ts'
import { monthlyReport } from './templates/monthly-report.ts'

/** The email to the owner about a report that was sent. Obsolete if a corrected report was sent since. */
export const composeMonthlyReport =
  ({ db, origin }: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const report = recipient.kind === 'owner' ? await findReport(db, about, recipient.id) : undefined
    if (!report || report.correctedBy !== null) return 'obsolete'
    const { _id, month, number, text, figures } = report
    return monthlyReport({ month, number, text, figures, url: `${origin}/management?section=8&report=${_id}` })
  }
