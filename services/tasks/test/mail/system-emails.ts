import type { MailContent } from '@app/chassis/mail/compose.ts'
import type { ComparedReport } from '@app/contracts/format/report-words.ts'
import { neutralPreview, neutralTask } from '../../src/mail/neutral-task.ts'
import { approved } from '../../src/mail/templates/approved.ts'
import { colleagueInvitation } from '../../src/mail/templates/colleague-invitation.ts'
import { colleagueUpdate } from '../../src/mail/templates/colleague-update.ts'
import { launchUndone } from '../../src/mail/templates/launch-undone.ts'
import { messagesReceived } from '../../src/mail/templates/messages-received.ts'
import { messagesWritten } from '../../src/mail/templates/messages-written.ts'
import { monthlyReport } from '../../src/mail/templates/monthly-report.ts'
import { notesWritten } from '../../src/mail/templates/notes-written.ts'
import { postDue } from '../../src/mail/templates/post-due.ts'
import { posted } from '../../src/mail/templates/posted.ts'
import { postingSoon } from '../../src/mail/templates/posting-soon.ts'
import type { MailedPreview } from '../../src/mail/templates/preview-content.ts'
import { previewFindings } from '../../src/mail/templates/preview-findings.ts'
import { previewReady } from '../../src/mail/templates/preview-ready.ts'
import { receipt } from '../../src/mail/templates/receipt.ts'
import { referredBack } from '../../src/mail/templates/referred-back.ts'
import { reminder } from '../../src/mail/templates/reminder.ts'
import { replyReceived } from '../../src/mail/templates/reply-received.ts'
import { reviewCode } from '../../src/mail/templates/review-code.ts'
import { taskAssigned } from '../../src/mail/templates/task-assigned.ts'
import { taskChanged, taskChangedForOwner } from '../../src/mail/templates/task-changed.ts'
import { taskCreatedForYou } from '../../src/mail/templates/task-created-for-you.ts'
import { taskDigest } from '../../src/mail/templates/task-digest.ts'
import type { MailedTask } from '../../src/mail/templates/task-facts.ts'
import { taskRemoved } from '../../src/mail/templates/task-removed.ts'
import { updateOf } from './update-of.ts'

const PORTAL = 'https://portal.example'
const TIME_ZONE = 'America/New_York'
const REVIEW_PAGE = `${PORTAL}/review/k3Jx7Q2m`
const TIME = '2026-12-02T14:05:00.000Z'

const company = {
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Harbor & Pine Coffee Roasters',
}

const task: MailedTask = {
  ...company,
  _id: '0192f3a0-0000-7000-8000-000000000001',
  taskId: 42,
  title: 'The winter blend is back',
  targetPostingDate: '2026-12-07',
  submissionForReview: '2026-12-04',
  doneTaskImage: null,
}
const roast = { ...task, taskId: 43, title: 'Oyster roast on the pier', targetPostingDate: '2026-12-11' }

const books = { companyProfileId: '0192f3a0-0000-7000-8000-000000000009', companyName: 'Fern & Fable Books' }

const fileAt = (n: number) => ({
  kind: 'image' as const,
  thumbnail: `public/previews/${n}.jpg`,
  width: 1600,
  height: 1200,
  durationMs: null,
  alternativeText: '',
})

/** A task with a preview of several files. */
const previewed: MailedPreview = {
  ...task,
  previewNo: 2,
  caption: 'The winter blend is back: orange peel, cocoa and a long finish.\n\nA free cup with every bag, until Sunday.',
  platforms: ['platform_insta', 'platform_fb'],
  companyLogo: 'public/company/logo.png',
  files: [fileAt(1), { ...fileAt(2), kind: 'video', durationMs: 65_000 }, { ...fileAt(3), kind: 'pdf', width: 1200, height: 1600 }],
  changes: { previousNo: 1, isCaptionChanged: true, added: 1, removed: 0, replaced: 1, isReordered: false },
}
const pictured = { ...task, doneTaskImage: `${PORTAL}/files/public/tasks/winter.png` }
const FEEDBACK = 'The headline is too small to read on a phone.\nAnd please use the warmer photo.'

const WRONG_DAY = 'The caption says Friday, December 6. December 6, 2026 is a Sunday.'
const WRONG_PHONE = 'The picture says “(803) 555-0124”. The phone number in the profile is (803) 555-0142.'

const MESSAGE = 'Can we show the new cups instead?\nThey arrive on Monday.'

const decision = {
  ...previewed,
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sentTo: 'm…@harborpine.example',
}
const record = { number: 12, receipt: '{}' }
const decided = { time: TIME, timeZone: TIME_ZONE, url: REVIEW_PAGE, isUnconfirmed: false, code: undefined, record }

const INVITATION_PAGE = `${PORTAL}/review/invitation/k3Jx7Q2m`
const COLLEAGUES = `${PORTAL}/management?section=4&show=colleagues`
const ana = { name: 'Ana Ruiz', email: 'ana@harborpine.example', may: 'decide' as const }
const shown = { url: REVIEW_PAGE, may: 'decide' as const }
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

const portal = { portalUrl: `${PORTAL}/management` }

const briefChanges = {
  since: 1,
  changes: [
    { part: 'title' as const, before: 'The winter blend', after: 'The winter blend is back' },
    { part: 'guidlines' as const, before: 'none', after: 'Please use the warm photos, and no red.' },
    { part: 'targetPostingDate' as const, before: 'Mon, Nov 30, 2026', after: 'Mon, Dec 7, 2026' },
  ],
}
const changed = { ...task, previewNo: 1, isWaiting: false, briefChanges }
const toConfirmed = { isConfirmed: true, publicUrl: PORTAL }

const atNine = { postedAt: TIME, timeZone: TIME_ZONE }
const links = {
  platform_fb: 'https://www.facebook.com/harborandpine/posts/122101',
  platform_insta: 'https://www.instagram.com/p/C1aBcD2eFgH/',
}

const digest = taskDigest(
  [
    { kind: 'referred-back', facts: updateOf({ ...pictured, feedback: FEEDBACK, clientSuggestImage: 'public/tasks/x.png' }) },
    { kind: 'new', facts: updateOf(roast) },
    { kind: 'new', facts: updateOf({ ...roast, ...books, taskId: 44, title: 'Tasting on Saturday' }) },
    { kind: 'notes', facts: updateOf({ ...pictured, taskId: 46, title: 'Open on Sunday', openNotes: 3 }) },
    { kind: 'changed', facts: updateOf({ ...pictured, taskId: 47, title: 'Two for one', briefChanges }) },
    { kind: 'messages', facts: updateOf({ ...roast, taskId: 47, messages: 2, lastMessage: MESSAGE }) },
    { kind: 'approved', facts: updateOf({ ...pictured, taskId: 45, title: 'Gift cards', isUnconfirmed: true }) },
  ],
  { 'referred-back': 1, new: 12, notes: 1, changed: 1, messages: 1, approved: 1 },
  PORTAL,
)

const measured = { medianHours: 18.4, count: 5 }
const content = {
  delivered: 6,
  posted: 8,
  timeToFirstPreview: measured,
  timeToDecision: measured,
  roundsOfRevision: { total: 2, perTask: 0.3 },
}
const mailTotal = { sent: 1240, bounced: 3, opened: null, clicked: null, unsubscribed: 2 }
const customers = { leads: 40, customers: 312, lost: 7, otherStage: 0, observedAt: TIME }
const october: ComparedReport['figures'] = {
  content,
  campaigns: { total: mailTotal },
  customers,
  before: { content: { ...content, posted: 5 }, campaigns: { ...mailTotal, sent: 900 }, customers: { ...customers, customers: 301 } },
}
const report = {
  month: '2026-10',
  number: 1,
  text: 'The oyster roast brought most of the new customers.\n\nIn November we begin with the holiday gifts.',
  figures: october,
  url: `${PORTAL}/management?report=0192f3a0-0000-7000-8000-000000000003`,
}

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`. If this file
 * creates several different emails, a second word follows: "reminder several".
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
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
  'launch-undone': launchUndone({ ...pictured, words: 'We posted the picture of last year. The right one follows today.', record }, PORTAL),
  'messages-received': messagesReceived({ ...task, messages: 1, lastMessage: MESSAGE }, 'messages', PORTAL),
  'messages-received approved': messagesReceived({ ...task, messages: 3, lastMessage: MESSAGE }, 'approved', PORTAL),
  'messages-written': messagesWritten({ ...task, texts: [MESSAGE], count: 1 }, PORTAL),
  'messages-written several': messagesWritten({ ...task, texts: [MESSAGE, 'And in which size?'], count: 7 }, PORTAL),
  // The email to an unconfirmed address contains no message.
  'messages-written neutral': messagesWritten({ ...neutralTask(task), texts: [], count: 2 }, PORTAL),
  'monthly-report': monthlyReport(report),
  'monthly-report corrected': monthlyReport({ ...report, number: 2, figures: { ...october, customers: null } }),
  'monthly-report first': monthlyReport({
    ...report,
    text: '',
    figures: { ...october, content: { ...content, timeToDecision: { medianHours: null, count: 0 } }, customers: null, before: null },
  }),
  'notes-written': notesWritten({ ...pictured, openNotes: 3 }, PORTAL),
  'notes-written replies': notesWritten({ ...pictured, openNotes: 0 }, PORTAL),
  'post-due': postDue({ ...pictured, postingTime: '9:00 AM EST', isUnconfirmed: false }, PORTAL),
  'post-due unconfirmed': postDue({ ...task, postingTime: '9:00 AM EST', isUnconfirmed: true }, PORTAL),
  posted: posted(
    { ...pictured, ...atNine, adminPostComment: 'Posted at nine. The first comments are kind.', postLinks: links, record },
    PORTAL,
  ),
  'posted without-comment': posted({ ...task, ...atNine, adminPostComment: '' }, PORTAL),
  'posting-soon': postingSoon([posting(0)], 0, PORTAL),
  'posting-soon several': postingSoon([posting(0), posting(1)], 3, PORTAL),
  'preview-findings': previewFindings({ ...pictured, previewNo: 2, sure: [WRONG_DAY, WRONG_PHONE], likely: 3 }, PORTAL),
  'preview-findings one': previewFindings({ ...task, previewNo: 1, sure: [WRONG_PHONE], likely: 0 }, PORTAL),
  'preview-findings many': previewFindings(
    { ...pictured, previewNo: 2, sure: [WRONG_DAY, ...Array(12).fill(WRONG_PHONE)], likely: 0 },
    PORTAL,
  ),
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
  'referred-back': referredBack({ ...pictured, feedback: FEEDBACK, clientSuggestImage: 'public/tasks/x.png' }, PORTAL),
  'referred-back unconfirmed': referredBack({ ...pictured, feedback: 'test', clientSuggestImage: null, isUnconfirmed: true }, PORTAL),
  reminder: reminder([waiting(0)], portal),
  'reminder several': reminder([waiting(0), ...Array.from({ length: 24 }, (_, n) => waiting(n + 1))], portal),
  'reminder colleague': reminder([waiting(0), waiting(1)], { leaveUrl: INVITATION_PAGE }),
  'reply-received': replyReceived(task, { url: REVIEW_PAGE, may: 'decide', hasAttachments: true }),
  'reply-received colleague-look': replyReceived(task, { url: REVIEW_PAGE, may: 'look', hasAttachments: true }),
  'review-code': reviewCode({ code: '483920', minutes: 15 }),
  'task-assigned': taskAssigned(task, PORTAL),
  'task-changed': taskChanged(changed, PORTAL),
  'task-changed new': taskChanged({ ...changed, previewNo: null, briefChanges: { ...briefChanges, since: null } }, PORTAL),
  'task-changed owner': taskChangedForOwner(changed, toConfirmed),
  'task-changed owner-withdrawn': taskChangedForOwner({ ...changed, withdrawnNo: 2, isWaiting: true }, toConfirmed),
  // The email to an unconfirmed address contains no text of the owner.
  'task-changed owner-neutral': taskChangedForOwner(neutralTask(changed), { ...toConfirmed, isConfirmed: false }),
  'task-created-for-you': taskCreatedForYou(task, PORTAL),
  'task-digest': digest,
  'task-removed': taskRemoved({ ...task, words: 'You assigned the same task twice. We kept task #43.' }, PORTAL),
}
