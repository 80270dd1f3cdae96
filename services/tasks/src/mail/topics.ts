import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import { composeLaunchUndone, composeTaskChanged, composeTaskRemoved } from './changed-tasks.ts'
import { composeReviewCode } from './codes.ts'
import { composeColleagueInvitation, composeColleagueUpdate } from './colleagues.ts'
import type { MailDeps } from './deps.ts'
import { composeTaskDigest } from './digests.ts'
import { composePostDue } from './due-posts.ts'
import { composePreviewFindings } from './findings.ts'
import { composeMessagesWritten } from './messages.ts'
import { composePreviewReady } from './previews.ts'
import { composeReceipt } from './receipts.ts'
import { composePostingSoon, composeReminder } from './reminders.ts'
import { composeReplyReceived } from './replies.ts'
import { composeMonthlyReport } from './reports.ts'
import { composeApproved, composePosted, composeReferredBack, composeTaskAssigned, composeTaskCreatedForYou } from './tasks.ts'

/** The composers of all emails about tasks. */
export const taskComposers = (deps: MailDeps): Readonly<Record<TaskMailTopic, ComposeMail>> => ({
  'task-assigned': composeTaskAssigned(deps),
  'task-created-for-you': composeTaskCreatedForYou(deps),
  approved: composeApproved(deps),
  'referred-back': composeReferredBack(deps),
  posted: composePosted(deps),
  'task-changed': composeTaskChanged(deps),
  'task-removed': composeTaskRemoved(deps),
  'launch-undone': composeLaunchUndone(deps),
  'preview-ready': composePreviewReady(deps),
  'preview-findings': composePreviewFindings(deps),
  receipt: composeReceipt(deps),
  reminder: composeReminder(deps),
  'posting-soon': composePostingSoon(deps),
  'post-due': composePostDue(deps),
  'task-digest': composeTaskDigest(deps),
  'review-code': composeReviewCode(deps),
  'reply-received': composeReplyReceived(deps),
  'messages-written': composeMessagesWritten(deps),
  'colleague-invitation': composeColleagueInvitation(deps),
  'colleague-joined': composeColleagueUpdate('joined')(deps),
  'colleague-declined': composeColleagueUpdate('declined')(deps),
  'colleague-left': composeColleagueUpdate('left')(deps),
  'colleague-asks': composeColleagueUpdate('asks')(deps),
  'monthly-report': composeMonthlyReport(deps),
})
