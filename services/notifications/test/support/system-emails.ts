import type { ComposedMail } from '../../src/mail/mail-part.ts'
import { neutralPreview } from '../../src/mail/neutral-words.ts'
import { approved } from '../../src/mail/templates/approved.ts'
import { colleagueInvitation } from '../../src/mail/templates/colleague-invitation.ts'
import { colleagueUpdate } from '../../src/mail/templates/colleague-update.ts'
import { contact } from '../../src/mail/templates/contact.ts'
import { type DocumentEventData, documentsShared } from '../../src/mail/templates/documents-shared.ts'
import { notesWritten } from '../../src/mail/templates/notes-written.ts'
import { passwordChanged } from '../../src/mail/templates/password-changed.ts'
import { posted } from '../../src/mail/templates/posted.ts'
import { postingSoon } from '../../src/mail/templates/posting-soon.ts'
import { previewCheckChanged } from '../../src/mail/templates/preview-check-changed.ts'
import type { PreviewEventData } from '../../src/mail/templates/preview-content.ts'
import { previewReady } from '../../src/mail/templates/preview-ready.ts'
import { receipt } from '../../src/mail/templates/receipt.ts'
import { referredBack } from '../../src/mail/templates/referred-back.ts'
import { reminder } from '../../src/mail/templates/reminder.ts'
import { replyReceived } from '../../src/mail/templates/reply-received.ts'
import { resetCode } from '../../src/mail/templates/reset-code.ts'
import { reviewCode } from '../../src/mail/templates/review-code.ts'
import { sendingDone } from '../../src/mail/templates/sending-done.ts'
import { sendingHeld } from '../../src/mail/templates/sending-held.ts'
import { sendingLate } from '../../src/mail/templates/sending-late.ts'
import { sendingMissed } from '../../src/mail/templates/sending-missed.ts'
import { sendingResumed } from '../../src/mail/templates/sending-resumed.ts'
import { sendingSuspended } from '../../src/mail/templates/sending-suspended.ts'
import { sheetAway } from '../../src/mail/templates/sheet-away.ts'
import { taskAssigned } from '../../src/mail/templates/task-assigned.ts'
import { taskCreatedForYou } from '../../src/mail/templates/task-created-for-you.ts'
import { taskDigest } from '../../src/mail/templates/task-digest.ts'
import type { TaskEventData } from '../../src/mail/templates/task-facts.ts'
import { verifyEmail } from '../../src/mail/templates/verify-email.ts'
import { welcome } from '../../src/mail/templates/welcome.ts'
import { writeRefused } from '../../src/mail/templates/write-refused.ts'
import { taskUpdateFactsOf } from '../../src/task-emails/task-update.ts'

const PORTAL = 'https://portal.example'
const FILES = `${PORTAL}/files/`
const TIME_ZONE = 'America/New_York'
const REVIEW_PAGE = `${PORTAL}/review/k3Jx7Q2m`
const REASON = 'Google asked for a sign-in. Please share the script with “Anyone”.'
const TIME = '2026-12-02T14:05:00.000Z'

const company = {
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Harbor & Pine Coffee Roasters',
  ownerId: '0192f3a0-0000-7000-8000-000000000003',
}

const task: TaskEventData = {
  ...company,
  _id: '0192f3a0-0000-7000-8000-000000000001',
  taskId: 42,
  title: 'The winter blend is back',
  currentStatus: 'Pending',
  targetPostingDate: '2026-12-07',
  submissionForReview: '2026-12-04',
  doneTaskImage: null,
}
const roast = { ...task, taskId: 43, title: 'Oyster roast on the pier', targetPostingDate: '2026-12-11' }

const books = { companyProfileId: '0192f3a0-0000-7000-8000-000000000009', companyName: 'Fern & Fable Books' }

const fileAt = (n: number) => ({
  kind: 'image' as const,
  thumbnail: `${FILES}public/previews/${n}.jpg`,
  width: 1600,
  height: 1200,
  durationMs: null,
})

/** A task with a preview of several files. */
const previewed: PreviewEventData = {
  ...task,
  previewNo: 2,
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  previewId: '0192f3a0-0000-7000-8000-000000000004',
  caption: 'The winter blend is back: orange peel, cocoa and a long finish.\n\nA free cup with every bag, until Sunday.',
  platforms: ['platform_insta', 'platform_fb'],
  companyLogo: `${FILES}public/company/logo.png`,
  files: [fileAt(1), { ...fileAt(2), kind: 'video', durationMs: 65_000 }, { ...fileAt(3), kind: 'pdf', width: 1200, height: 1600 }],
  changes: { previousNo: 1, isCaptionChanged: true, added: 1, removed: 0, replaced: 1, isReordered: false },
}
const pictured = { ...task, doneTaskImage: `${FILES}public/tasks/winter.png` }
const FEEDBACK = 'The headline is too small to read on a phone.\nAnd please use the warmer photo.'

const decision = { ...previewed, sentTo: 'm…@harborpine.example' }
const record = { number: 12, hash: 'b'.repeat(64), receipt: '{}' }
const decided = { time: TIME, timeZone: TIME_ZONE, url: REVIEW_PAGE, isUnconfirmed: false, code: undefined, record }

const keyOf = (url: string): string | undefined => (url.startsWith(FILES) ? url.slice(FILES.length) : undefined)
const INVITATION_PAGE = `${PORTAL}/review/invitation/k3Jx7Q2m`
const COLLEAGUES = `${PORTAL}/management?section=4&show=colleagues`
const ana = { name: 'Ana Ruiz', email: 'ana@harborpine.example', may: 'decide' as const }
const shown = { url: REVIEW_PAGE, keyOf, may: 'decide' as const }
const shownToColleague = { ...shown, leaveUrl: INVITATION_PAGE }
const colleaguesDecision = { ...decision, colleagueName: 'Ana Ruiz', sentTo: 'a…@harborpine.example' }

const waiting = (n: number) => ({
  taskId: 40 + n,
  title: ['The winter blend is back', 'Oyster roast on the pier', 'Tasting on Saturday'][n % 3] ?? '',
  previewNo: 1 + (n % 2),
  postingDate: `2026-12-${String(7 + n).padStart(2, '0')}`,
  url: REVIEW_PAGE,
})
const posting = (n: number) => ({ ...waiting(n), companyName: company.companyName, phone: '8035550142' })

const check = { ...company, ownerId: company.companyProfileId, changedBy: company.companyProfileId }

const sending = {
  ...company,
  campaignId: '0192f3a0-0000-7000-8000-000000000006',
  name: 'Winter blend for regulars',
  dispatchId: '0192f3a0-0000-7000-8000-000000000007',
  stepType: '1st Follow Up' as const,
  date: '2026-12-07',
}
const suspended = {
  ...company,
  scope: 'campaign' as const,
  campaign: { campaignId: sending.campaignId, name: sending.name },
  reason: 'More than 0.3% of the people who got this campaign reported it as spam.',
}
const refusedWrite = {
  ...company,
  reason: 'The row is not in the spreadsheet any more.',
  writeId: '0192f3a0-0000-7000-8000-000000000005',
  kind: 'update' as const,
  conflict: false,
  customerId: 'C-17',
  name: 'Ada Marsh',
}
const document: DocumentEventData = {
  ...company,
  _id: '0192f3a0-0000-7000-8000-000000000008',
  DocId: 12,
  title: 'Price list for the winter',
  documentType: 'pptx',
  DocViewer: false,
  fileName: 'prices.pptx',
  size: 1_258_291,
  createdAt: TIME,
}
const training = { ...document, DocId: 13, title: 'How we answer reviews', documentType: 'pdf' as const, DocViewer: true }

const portal = { portalUrl: `${PORTAL}/management` }

const digest = taskDigest(
  [
    { kind: 'referred-back', facts: taskUpdateFactsOf({ ...pictured, feedback: FEEDBACK, clientSuggestImage: `${FILES}public/x.png` }) },
    { kind: 'new', facts: taskUpdateFactsOf(roast) },
    { kind: 'new', facts: taskUpdateFactsOf({ ...roast, ...books, taskId: 44, title: 'Tasting on Saturday' }) },
    { kind: 'notes', facts: taskUpdateFactsOf({ ...pictured, taskId: 46, title: 'Open on Sunday', openNotes: 3 }) },
    { kind: 'approved', facts: taskUpdateFactsOf({ ...pictured, taskId: 45, title: 'Gift cards', isUnconfirmed: true }) },
  ],
  { 'referred-back': 1, new: 12, notes: 1, approved: 1 },
  PORTAL,
)

/**
 * Every kind of email that the service sends, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "reminder several".
 */
export const systemEmails: Readonly<Record<string, ComposedMail>> = {
  approved: approved(pictured, PORTAL),
  'approved unconfirmed': approved({ ...pictured, isUnconfirmed: true }, PORTAL),
  'colleague-invitation': colleagueInvitation({ companyName: company.companyName, may: 'decide', url: INVITATION_PAGE }),
  // The name of this company looks like a web address, so the email to a stranger does not show the name.
  'colleague-invitation look': colleagueInvitation({ companyName: 'Win at prizes.example', may: 'look', url: INVITATION_PAGE }),
  'colleague-update': colleagueUpdate('joined', ana, COLLEAGUES),
  'colleague-update look': colleagueUpdate('joined', { ...ana, may: 'look' }, COLLEAGUES),
  'colleague-update declined': colleagueUpdate('declined', ana, COLLEAGUES),
  'colleague-update left': colleagueUpdate('left', ana, COLLEAGUES),
  'colleague-update asks': colleagueUpdate('asks', ana, COLLEAGUES),
  contact: contact({
    firstName: 'Maria',
    lastName: 'Lee',
    email: 'maria@harborpine.example',
    mobile: '8035550199',
    message: 'We open a second shop in March.\nCould you call me on Monday?',
  }),
  'documents-shared': documentsShared([document], PORTAL),
  'documents-shared several': documentsShared([document, training], PORTAL),
  'notes-written': notesWritten({ ...pictured, openNotes: 3 }, PORTAL),
  'notes-written replies': notesWritten({ ...pictured, openNotes: 0 }, PORTAL),
  'password-changed': passwordChanged({ username: 'maria' }, PORTAL),
  posted: posted({ ...pictured, adminPostComment: 'Posted at nine. The first comments are kind.', record }, PORTAL),
  'posted without-comment': posted({ ...task, adminPostComment: '' }, PORTAL),
  'posting-soon': postingSoon([posting(0)], 0, PORTAL),
  'posting-soon several': postingSoon([posting(0), posting(1)], 3, PORTAL),
  'preview-check-changed': previewCheckChanged({ ...check, requiresCheck: true }, 'Ada', PORTAL),
  'preview-check-changed off': previewCheckChanged({ ...check, requiresCheck: false }, 'Ada', PORTAL),
  'preview-ready': previewReady(previewed, shown),
  'preview-ready one-file': previewReady({ ...previewed, files: [fileAt(1)] }, shown),
  // The email to an unconfirmed address contains no text of the owner.
  'preview-ready neutral': previewReady(neutralPreview(previewed), shown),
  'preview-ready colleague': previewReady(previewed, shownToColleague),
  'preview-ready colleague-look': previewReady(previewed, { ...shownToColleague, may: 'look' }),
  receipt: receipt(decision, { ...decided, kind: 'approve' }),
  'receipt colleague': receipt(colleaguesDecision, { ...decided, kind: 'approve' }),
  'receipt referred-back': receipt({ ...decision, feedback: FEEDBACK }, { ...decided, kind: 'refer-back' }),
  'receipt referred-back-unconfirmed': receipt({ ...decision, feedback: 'test' }, { ...decided, kind: 'refer-back', isUnconfirmed: true }),
  'receipt undone': receipt({ ...decision, reason: 'The date is wrong: we open at five.' }, { ...decided, kind: 'undo' }),
  'receipt unconfirmed': receipt(decision, { ...decided, kind: 'approve', isUnconfirmed: true, code: '483920' }),
  'referred-back': referredBack({ ...pictured, feedback: FEEDBACK, clientSuggestImage: `${FILES}public/x.png` }, PORTAL),
  'referred-back unconfirmed': referredBack({ ...pictured, feedback: 'test', clientSuggestImage: null, isUnconfirmed: true }, PORTAL),
  reminder: reminder([waiting(0)], portal),
  'reminder several': reminder([waiting(0), ...Array.from({ length: 24 }, (_, n) => waiting(n + 1))], portal),
  'reminder colleague': reminder([waiting(0), waiting(1)], { leaveUrl: INVITATION_PAGE }),
  'reply-received': replyReceived(task, { url: REVIEW_PAGE, may: 'decide', hasAttachments: true }),
  'reply-received colleague-look': replyReceived(task, { url: REVIEW_PAGE, may: 'look', hasAttachments: true }),
  'reset-code': resetCode({ username: 'maria', email: 'maria@harborpine.example', code: 'K7F3Q', minutes: 15 }, PORTAL),
  'review-code': reviewCode({ code: '483920', minutes: 15 }),
  'sending-done': sendingDone({ ...sending, audience: 220, accepted: 214, failed: 2, suppressed: 4, maybeTwice: 1 }, PORTAL),
  'sending-held': sendingHeld({ ...sending, code: 'no-postal-address', reason: 'Your profile has no postal address.' }, PORTAL),
  'sending-late': sendingLate({ ...sending, reason: REASON, until: '2026-12-07T22:00:00.000Z' }, PORTAL, TIME_ZONE),
  'sending-missed': sendingMissed({ ...sending, reason: REASON }, PORTAL),
  'sending-resumed': sendingResumed({ ...company, scope: 'company' }, PORTAL),
  'sending-suspended': sendingSuspended(suspended, PORTAL),
  'sending-suspended all': sendingSuspended({ ...suspended, scope: 'all', reason: 'Our mail service is down.' }, PORTAL),
  'sheet-away': sheetAway({ ...company, reason: REASON, since: TIME, fault: 'sign-in-page' }, PORTAL, TIME_ZONE),
  'task-assigned': taskAssigned(task, PORTAL),
  'task-created-for-you': taskCreatedForYou(task, PORTAL),
  'task-digest': digest,
  'verify-email': verifyEmail({ verificationToken: 'abc-_1' }, PORTAL),
  welcome: welcome({ verificationToken: 'abc-_1' }, PORTAL),
  'welcome without-link': welcome({}, PORTAL),
  'write-refused': writeRefused(refusedWrite, PORTAL),
  'write-refused conflict': writeRefused(
    { ...refusedWrite, conflict: true, reason: 'The same cells were changed in the spreadsheet.' },
    PORTAL,
  ),
}
