import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import { PreviewNoteChanged, TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import {
  ApprovalConfirmed,
  ApprovalWithdrawn,
  LaunchUndone,
  PostChanged,
  PostDue,
  PreviewCheckChanged,
  PreviewProofread,
  PreviewUploaded,
  PreviewWithdrawn,
  RecipientUnreachable,
  ReminderDue,
  ReportSent,
  ReviewCodeRequested,
  ReviewLinkIssued,
  SeriesChanged,
  TaskApproved,
  TaskChanged,
  TaskCreated,
  TaskPosted,
  TaskReferredBack,
  TaskRemoved,
} from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Settings } from '../settings.ts'
import { reportColleague } from './colleagues.ts'
import { reportDuePost } from './due-posts.ts'
import { reportFindings } from './findings.ts'
import { reportMessage } from './messages.ts'
import { reportMonthlyReport } from './monthly-reports.ts'
import { companyOf, titleOf } from './names.ts'
import { reportPreviewCheck } from './preview-checks.ts'
import { reportPreviewNote } from './preview-notes.ts'
import { remind, reportPreview, sendFurtherLink, sendReviewCode } from './previews.ts'
import { reportReferral } from './referrals.ts'
import { reportNote } from './replies.ts'
import { reportSeriesChange } from './series.ts'
import { effectsOfChangedPost, effectsOfRemoval, effectsOfUndoneLaunch, reportTaskChange, reportWithdrawnPreview } from './task-changes.ts'
import { type Effects, effectsOfNewTask, react, receiptOf, type TaskEvent } from './tasks.ts'

/** Returns what each event of the service `tasks` causes: messages in the lists, and emails. */
export function taskSubscriptions(settings: Settings): Subscription<Tables>[] {
  const { publicUrl, now } = settings
  const effects = (trx: Transaction<Tables>, event: TaskEvent, caused: Effects) => react(trx, event, now(), caused)
  return [
    on(TaskCreated, (trx, event) => effects(trx, event, effectsOfNewTask(event.data))),
    on(TaskApproved, (trx, event) => {
      const { data } = event
      const isUnconfirmed = data.isUnconfirmed ? ' The approval is not confirmed yet.' : ''
      const admins = `${companyOf(data)} approved ${titleOf(data)}.${isUnconfirmed}`
      return effects(trx, event, { admins, adminsTopic: 'approved', ownersMails: receiptOf(data) })
    }),
    on(ApprovalConfirmed, (trx, event) =>
      effects(trx, event, { admins: `${companyOf(event.data)} confirmed the approval of ${titleOf(event.data)}.` }),
    ),
    on(ApprovalWithdrawn, (trx, event) => {
      const { data } = event
      const reason = data.reason ? ` Reason: ${oneLine(data.reason, 200)}` : ''
      return effects(trx, event, {
        admins: `${companyOf(data)} undid the approval of ${titleOf(data)}.${reason}`,
        ownersMails: receiptOf(data),
      })
    }),
    on(TaskReferredBack, (trx, event) => reportReferral(trx, event, settings)),
    on(TaskPosted, (trx, event) =>
      effects(trx, event, {
        owner: `${titleOf(event.data)} was posted.`,
        ownersMails: [{ topic: 'posted', about: event.data._id }],
      }),
    ),
    on(TaskRemoved, (trx, event) => effects(trx, event, effectsOfRemoval(event.data))),
    on(TaskChanged, (trx, event) => reportTaskChange(trx, event, now())),
    on(PreviewWithdrawn, (trx, event) => reportWithdrawnPreview(trx, event, now())),
    on(PostDue, (trx, event) => reportDuePost(trx, event, now())),
    on(PostChanged, (trx, event) => effects(trx, event, effectsOfChangedPost(event.data))),
    on(LaunchUndone, (trx, event) => effects(trx, event, effectsOfUndoneLaunch(event.data))),
    on(SeriesChanged, reportSeriesChange),
    on(PreviewUploaded, reportPreview),
    on(ReviewLinkIssued, sendFurtherLink),
    on(ReviewCodeRequested, sendReviewCode),
    on(RecipientUnreachable, (trx, event) =>
      effects(trx, event, { admins: `Our email to ${companyOf(event.data)} about ${titleOf(event.data)} bounced. Please call.` }),
    ),
    on(ReminderDue, remind),
    on(TaskNoteAdded, (trx, event) => (event.data.source === 'portal' ? reportMessage(trx, event, now()) : reportNote(trx, event))),
    on(PreviewNoteChanged, (trx, event) => reportPreviewNote(trx, event, now())),
    on(PreviewProofread, reportFindings),
    on(PreviewCheckChanged, (trx, event) => reportPreviewCheck(trx, event, publicUrl)),
    on(ColleagueChanged, reportColleague),
    on(ReportSent, reportMonthlyReport),
  ]
}
