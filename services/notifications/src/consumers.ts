import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import {
  CampaignChanged,
  DispatchDone,
  DispatchHeld,
  DispatchLate,
  DispatchMissed,
  SendingResumed,
  SendingSuspended,
} from '@app/contracts/events/campaigns.ts'
import { ColleagueChanged, ColleagueReturn, ColleagueState } from '@app/contracts/events/colleagues.ts'
import { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import { SheetAway, SheetBack, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { DocumentOpened, DocumentRemoved, DocumentUploaded } from '@app/contracts/events/documents.ts'
import {
  AdminAdded,
  AdminRemoved,
  EmailVerificationRequested,
  EmailVerified,
  PasswordChanged,
  PasswordResetRequested,
  UserRegistered,
  UserState,
} from '@app/contracts/events/identity.ts'
import { PreviewNoteChanged, TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import {
  ApprovalConfirmed,
  ApprovalWithdrawn,
  PreviewCheckChanged,
  PreviewCompleted,
  PreviewUploaded,
  RecipientUnreachable,
  ReminderRequested,
  ReviewCodeRequested,
  ReviewLinkRequested,
  ReviewLinksIssued,
  ReviewSettingsChanged,
  ReviewSnoozed,
  SeriesChanged,
  TaskApproved,
  TaskCreated,
  TaskPosted,
  TaskReferredBack,
  TaskRemoved,
  TaskState,
} from '@app/contracts/events/tasks.ts'
import { trackColleague } from './colleagues/track-colleague.ts'
import type { Tables } from './db/tables.ts'
import {
  confirmEmail,
  removeAdminRecipient,
  reportPasswordChange,
  saveAdmin,
  saveUser,
  sendResetCode,
  sendVerificationLink,
  welcomeOwner,
} from './reactions/accounts.ts'
import { refreshCampaign, reportDone, reportHeld, reportLate, reportMissed, reportResumed, reportSuspended } from './reactions/campaigns.ts'
import { reportColleague, reportReturn } from './reactions/colleagues.ts'
import { refreshProfile } from './reactions/companies.ts'
import { sendWaiting } from './reactions/confirmed-owners.ts'
import { refreshOpened, removeDocument, reportDocument } from './reactions/documents.ts'
import { reportPreviewCheck } from './reactions/preview-checks.ts'
import { reportPreviewNote } from './reactions/preview-notes.ts'
import { completePreviewMail, reportPreview, resendPreview } from './reactions/previews.ts'
import { reportReferral } from './reactions/referrals.ts'
import { reportNote, reportUnreachable } from './reactions/replies.ts'
import { sendReviewCode } from './reactions/review-codes.ts'
import { reportSeriesChange } from './reactions/series.ts'
import { reportRefusedWrite, reportSheetAway, reportSheetBack } from './reactions/sheets.ts'
import { reportApproval, reportConfirmation, reportPosting, reportRemoval, reportTaskCreated, reportWithdrawal } from './reactions/tasks.ts'
import { remindOnRequest } from './reminders/remind.ts'
import {
  applyProfile,
  applyReviewSettings,
  forgetPreview,
  revokeLinksAfterReset,
  snoozePreview,
  trackPreview,
} from './reminders/track-previews.ts'
import type { ReviewMails } from './review-links.ts'

/** Returns the handlers of all consumed events. */
export const subscriptions = (mails: ReviewMails): Subscription<Tables>[] => {
  const { publicUrl, timeZone } = mails
  return [
    on(UserRegistered, (trx, event) => welcomeOwner(trx, event, publicUrl)),
    on(EmailVerificationRequested, (trx, event) => sendVerificationLink(trx, event, publicUrl)),
    on(EmailVerified, confirmEmail),
    on(AdminAdded, saveAdmin),
    on(AdminRemoved, removeAdminRecipient),
    on(UserState, saveUser),
    on(PasswordResetRequested, (trx, event) => sendResetCode(trx, event, publicUrl)),
    on(PasswordChanged, async (trx, event) => {
      await revokeLinksAfterReset(trx, event, mails)
      await reportPasswordChange(trx, event, publicUrl)
    }),
    on(CompanyProfileSaved, async (trx, event) => {
      await applyProfile(trx, event, mails)
      await refreshProfile(trx, event)
    }),
    on(CompanyProfileState, (trx, event) => applyProfile(trx, event, mails)),
    on(TaskCreated, (trx, event) => reportTaskCreated(trx, event, mails)),
    on(SeriesChanged, reportSeriesChange),
    on(PreviewUploaded, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await reportPreview(trx, event, mails)
    }),
    on(PreviewCheckChanged, (trx, event) => reportPreviewCheck(trx, event, publicUrl)),
    on(PreviewCompleted, (trx, event) => completePreviewMail(trx, event, mails)),
    on(ReviewLinkRequested, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await resendPreview(trx, event, mails)
    }),
    on(ReviewLinksIssued, (trx, event) => sendWaiting(trx, event, mails)),
    on(ReviewCodeRequested, sendReviewCode),
    on(RecipientUnreachable, reportUnreachable),
    on(TaskNoteAdded, (trx, event) => reportNote(trx, event, mails)),
    on(PreviewNoteChanged, (trx, event) => reportPreviewNote(trx, event, mails)),
    on(ApprovalConfirmed, (trx, event) => reportConfirmation(trx, event, mails)),
    on(TaskApproved, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await reportApproval(trx, event, mails)
    }),
    on(ApprovalWithdrawn, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await reportWithdrawal(trx, event, mails)
    }),
    on(TaskReferredBack, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await reportReferral(trx, event, mails)
    }),
    on(TaskPosted, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await reportPosting(trx, event, mails)
    }),
    on(TaskRemoved, async (trx, event) => {
      await forgetPreview(trx, event, mails)
      await reportRemoval(trx, event, mails)
    }),
    on(TaskState, (trx, event) => trackPreview(trx, event, mails)),
    on(ReminderRequested, async (trx, event) => {
      await trackPreview(trx, event, mails)
      await remindOnRequest(trx, event, mails)
    }),
    on(ReviewSnoozed, (trx, event) => snoozePreview(trx, event, mails)),
    on(ColleagueChanged, async (trx, event) => {
      await trackColleague(trx, event)
      await reportColleague(trx, event, mails)
    }),
    on(ColleagueReturn, async (trx, event) => {
      await trackColleague(trx, event)
      await reportReturn(trx, event, mails)
    }),
    on(ColleagueState, trackColleague),
    on(ReviewSettingsChanged, (trx, event) => applyReviewSettings(trx, event, mails)),
    on(DocumentUploaded, reportDocument),
    on(DocumentOpened, refreshOpened),
    on(DocumentRemoved, removeDocument),
    on(SheetAway, (trx, event) => reportSheetAway(trx, event, publicUrl, timeZone)),
    on(SheetBack, reportSheetBack),
    on(WriteRefused, (trx, event) => reportRefusedWrite(trx, event, publicUrl)),
    on(CampaignChanged, refreshCampaign),
    on(DispatchLate, (trx, event) => reportLate(trx, event, publicUrl, timeZone)),
    on(DispatchMissed, (trx, event) => reportMissed(trx, event, publicUrl)),
    on(DispatchHeld, (trx, event) => reportHeld(trx, event, publicUrl)),
    on(DispatchDone, (trx, event) => reportDone(trx, event, publicUrl)),
    on(SendingSuspended, (trx, event) => reportSuspended(trx, event, publicUrl)),
    on(SendingResumed, (trx, event) => reportResumed(trx, event, publicUrl)),
  ]
}

const NO_MAILS: ReviewMails = {
  publicUrl: '',
  timeZone: '',
  keys: { tokenOf: () => '', invitationTokenOf: () => '', codeOf: () => '' },
  keyOf: () => undefined,
  now: () => new Date(),
}

export const subscribedTypes: readonly string[] = subscriptions(NO_MAILS).map(({ event }) => event.type)
