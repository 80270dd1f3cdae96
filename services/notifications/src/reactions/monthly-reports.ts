import type { ReportSent } from '@app/contracts/events/tasks.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import type { Reaction } from './reaction.ts'

/** Notifies and emails the owner of a monthly report. */
export const reportMonthlyReport: Reaction<typeof ReportSent> = async (trx, { id: eventId, type, data }) => {
  const { reportId, companyProfileId, ownerId, month, number } = data
  const owner = `Your ${number > 1 ? 'corrected ' : ''}report for ${formatMonth(firstDayOf(month))} is ready.`
  await addNotifications(trx, { type, companyProfileId, ownerId, owner })
  const recipient = { kind: 'owner', id: ownerId } as const
  await requestMails(trx, 'tasks', [{ eventId, topic: 'monthly-report', about: reportId, companyId: companyProfileId, recipient }])
}
