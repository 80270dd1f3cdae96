import { type AdminInvitation, listAdminInvitations } from '@app/contracts/http/admin-invitations.ts'
import { searchBoard } from '@app/contracts/http/board-search.ts'
import { getBoardCalendar, listBoardDay } from '@app/contracts/http/calendar.ts'
import { searchCampaigns } from '@app/contracts/http/campaign-search.ts'
import { listCampaigns } from '@app/contracts/http/campaigns.ts'
import { listClientMails } from '@app/contracts/http/client-mails.ts'
import { listColleagues } from '@app/contracts/http/colleagues.ts'
import { listCompanyNotes } from '@app/contracts/http/company-notes.ts'
import { listDocuments } from '@app/contracts/http/documents.ts'
import { type Erasure, listErasures } from '@app/contracts/http/erasure.ts'
import { beginSecondFactor, confirmSecondFactor, listAdmins } from '@app/contracts/http/identity.ts'
import { launchTasks } from '@app/contracts/http/launch-tasks.ts'
import { getMonday } from '@app/contracts/http/monday.ts'
import { listNotes } from '@app/contracts/http/notes.ts'
import { getServiceState, listAuditEntries, listDeadLetters } from '@app/contracts/http/operations.ts'
import { getOwner, resendConfirmation } from '@app/contracts/http/owners.ts'
import { listPhotos } from '@app/contracts/http/photos.ts'
import { changePost } from '@app/contracts/http/post-links.ts'
import { getPostingKit } from '@app/contracts/http/posting-kit.ts'
import { adminListPosts } from '@app/contracts/http/posts.ts'
import { deliverPreview, uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { remindTask } from '@app/contracts/http/remind-task.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { getSheetScript, type SheetTest, testSheet } from '@app/contracts/http/sheets.ts'
import { getTaskEmails } from '@app/contracts/http/task-emails.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { listWaitingPreviews } from '@app/contracts/http/waiting.ts'
import { countWebErrors } from '@app/contracts/http/web-errors.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { page } from 'vitest/browser'
import { toCard } from '../src/features/admin/board/task-order.ts'
import type { Reply } from '../src/shared/api/route-types.ts'
import { answer, never, refusal, reply } from '../src/testing/api.ts'
import { boardOf, companyOf, ownerAccount, SELF, waitingPreviewOf } from '../src/testing/board.ts'
import { campaignOf } from '../src/testing/campaign-data.ts'
import { companyNoteOf, companyPageOf, mailOf } from '../src/testing/company-page.ts'
import { documentOf, photoOf, picture, previewFileOf, previewOf, taskOf } from '../src/testing/fixtures.ts'
import { signInAs } from '../src/testing/open.tsx'
import { kitFileOf, kitOf } from '../src/testing/posting-kit.ts'
import { postOf } from '../src/testing/posts.ts'
import { draftOf, pdfFile, pngFile, videoFile } from '../src/testing/previews.ts'
import { messageOf } from '../src/testing/task-notes.ts'
import {
  click,
  enter,
  fail,
  press,
  pressInDialog,
  type Step,
  see,
  seeDialog,
  seeHeading,
  seeInDialog,
  seeRole,
  serve,
  visit,
} from './act.ts'
import { checkStates } from './check-states.ts'

const DASHBOARD = '/admin/dashboard?tab='
const company = companyOf(1, { companyName: 'The Lowcountry Waterfront Historical Preservation Society Museum Shop & Tea Room' })
const task = (taskId: number, date: string, changes: Partial<Task> = {}): Task =>
  taskOf({ taskId, title: `Post ${taskId}`, companyProfileId: company._id, submissionForReview: date, targetPostingDate: date, ...changes })
const approved = (taskId: number, date: string, changes: Partial<Task> = {}) =>
  task(taskId, date, { currentStatus: 'Approved', ...changes })
const feedback = {
  previewNo: 1,
  feedback: 'The headline is too small.',
  clientSuggestImage: null,
  doneTaskImage: picture('coral'),
  createdAt: '2026-11-30T12:00:00.000Z',
}
/** Tasks in all states, and with dates in the past, today and later. */
const tasks = [
  task(1, '2026-11-27', { doneTaskImage: null, previewNo: null }),
  task(2, '2026-12-01'),
  task(3, '2026-12-03', { emailBounced: true, remindedAt: '2026-12-01T11:00:00.000Z' }),
  task(4, '2026-12-30', { currentStatus: 'Roll Back', rollbackFeedback: [feedback, { ...feedback, isUnconfirmed: true }] }),
  approved(5, '2026-11-28', { approvalUnconfirmed: true, emailBounced: true }),
  approved(6, '2026-12-01'),
]

/** An admin whose dashboard shows these tasks. */
const admin =
  (shown: Task[] = tasks): Step =>
  () => {
    signInAs.admin()
    boardOf({ company, tasks: shown })
  }
const open = (path: string, shown?: Task[]): Step[] => [admin(shown), visit(DASHBOARD + path)]
/** A tab of the dashboard that shows a task. */
const tab = (path: string, shown?: Task[]): Step[] => [open(path, shown), see(/Post \d/)]

const openLaunch: Step[] = [
  open('launch', [approved(5, '2026-11-28', { approvalUnconfirmed: true }), approved(6, '2026-12-01')]),
  click('checkbox', 'Select all'),
  press(/^Launch \d/),
  seeDialog(/^Launch \d/),
]

const openTask = (taskId: number): Step[] => [open(`total&task=${taskId}`), seeDialog(`Post ${taskId}`)]

const longText = 'The winter blend is back, roasted on Tuesday and poured from six. '.repeat(6).trim()
const everyPlatform = { platform_x: true, platform_fb: true, platform_insta: true, platform_li: true } as const
/** The posting kit of an approved task: a text that is too long for X, warnings, and several files. */
const longKit = kitOf({
  platforms: [
    {
      platform: 'platform_x',
      texts: [{ part: 'text', text: longText, length: 395, max: 280 }],
      hashtags: { count: 0, max: null },
      warnings: ['The text is too long: 395 of 280.'],
      composerUrl: 'https://x.com/intent/tweet?text=A',
      containsText: true,
    },
    {
      platform: 'platform_youtube',
      texts: [
        { part: 'title', text: 'The winter blend', length: 16, max: 100 },
        { part: 'text', text: longText, length: 395, max: 5000 },
      ],
      hashtags: { count: 0, max: null },
      warnings: ['YouTube takes no pictures.'],
      composerUrl: 'https://www.youtube.com/upload',
      containsText: false,
    },
  ],
  files: [kitFileOf(1), { ...kitFileOf(2), name: '02-a-very-long-title-of-a-post-about-the-winter-blend-of-the-shop.jpg' }],
})
const openKit = (kit = longKit): Step[] => [
  open('launch', [approved(6, '2026-12-01', { ...everyPlatform, targetPostingTime: '05:00' })]),
  serve(getPostingKit, kit),
  click('link', 'Post 6'),
  seeDialog('Post 6'),
]

const launched = { id: 'task-6', status: 200, message: '', task: approved(6, '2026-12-01', { currentStatus: 'Posted' }) }
const refused = { id: 'task-7', status: 409, message: 'This task has changed. Please look at it again.', task: approved(7, '2026-12-01') }
const chooser = page.getByLabelText(/Upload Task Image/)
const draftFiles = [previewFileOf(), previewFileOf({ url: picture('teal') })]
const notPicture = new File(['<html>'], 'page.png', { type: 'image/png' })
const emailReply = {
  _id: '1',
  previewNo: 1,
  source: 'email',
  author: null,
  authorSide: 'client',
  isUnread: false,
  isFromRecipient: true,
  isAutomatic: true,
} as const

const recipient = {
  kind: 'owner',
  name: null,
  address: 'maria@harborpine.example',
  hasLink: true,
  sentAt: '2026-11-29T10:00:00.000Z',
  bouncedAt: null,
  openedAt: null,
  snoozedUntil: null,
} as const
const colleague = { ...recipient, kind: 'colleague', name: 'Jonathan Featherstonehaugh', address: 'jonathan@harborpine.example' } as const
/** A row for each state of the email and of the reminders. */
const waiting = [
  waitingPreviewOf(task(1, '2026-11-29'), 'Bakery', { reach: 'bounced', emailBounced: true }),
  waitingPreviewOf(task(2, '2026-12-01'), 'Bakery', {
    reach: 'opened',
    recipients: [{ ...recipient, openedAt: recipient.sentAt, snoozedUntil: '2026-12-03' }, colleague],
  }),
  waitingPreviewOf(task(3, '2026-12-02', { remindedAt: '2026-11-30T10:00:00.000Z' }), company.companyName),
  waitingPreviewOf(task(4, '2026-12-06'), 'Bakery', {
    reach: 'no-email',
    reviewLinks: false,
    recipients: [{ ...recipient, hasLink: false, sentAt: null }],
  }),
  waitingPreviewOf(task(5, '2026-12-06'), 'Bakery', { reach: 'no-email', isOwnerConfirmed: false, recipients: [], phone: '' }),
]

const openWaiting = (shown: typeof waiting, filter = ''): Step[] => [
  admin(),
  serve(listWaitingPreviews, shown),
  visit(`${DASHBOARD}waiting${filter}`),
]

const searchFor =
  (text: string): Step =>
  () =>
    page.getByRole('combobox', { name: /^Search companies/ }).fill(text)
const search = (text: string): Step[] => [
  admin(),
  () => signInAs.operator(),
  serve(searchBoard, { companies: [{ _id: company._id, companyName: company.companyName }], tasks: [] }),
  serve(searchCampaigns, { campaigns: [{ _id: 'campaign-1', name: 'Pie week', companyName: 'Bakery' }] }),
  visit(`${DASHBOARD}tasks`),
  press('Search'),
  searchFor(text),
]

const planned = {
  date: '2026-12-18',
  seriesId: 'series-1',
  companyProfileId: company._id,
  companyName: company.companyName,
  title: 'Bean of the week',
  newestTaskId: null,
}
const cards = tasks.slice(0, 3).map((one) => toCard(one, company.companyName))
const days = [7, 8, 9].map((day, at) => ({ date: `2026-12-0${day}`, tasks: cards, count: 3 + at }))
const openCalendar = (more = ''): Step[] => [
  admin(),
  serve(getBoardCalendar, { days, planned: { dates: [planned], isComplete: false } }),
  serve(listBoardDay, cards),
  visit(`${DASHBOARD}calendar&month=2026-12${more}`),
]
const filterBy =
  (text: string): Step =>
  () =>
    page.getByRole('combobox', { name: 'Company' }).fill(text)

const createdAt = '2026-02-11T09:00:00Z'
const me = { _id: 'operator-1', email: 'ann@portal.example', username: 'Ann' }
const other = { _id: '2', username: 'Wilhelmina Featherstonehaugh', email: 'wilhelmina.featherstonehaugh@content-desk.example.com' }

/** An operator, among other admins. */
const operator = (hasSecondFactor = false): Step[] => [
  () => signInAs.operator(),
  () => boardOf(),
  serve(getMe, { ...me, role: 'admin', emailVerified: true }),
  serve(listAdmins, [
    { ...me, createdAt, hasSecondFactor, isOperator: true },
    { ...other, createdAt, hasSecondFactor: true, isOperator: false },
  ]),
]
const invitation: AdminInvitation = {
  _id: 'invitation-1',
  email: 'maximiliane.cholmondeley-featherstonehaugh@content-desk.example.com',
  invitedBy: me,
  createdAt: '2026-12-01T10:00:00Z',
  expiresAt: '2026-12-03T10:00:00Z',
}

/** Companies of two account managers. The signed-in operator is one of them. */
const managed: Step = () => {
  const florist = companyOf(2, { companyName: 'Other Florist' })
  boardOf({ company, tasks, managerId: SELF }, { company: florist, tasks: [], managerId: other._id })
}

const openAccount = (part: string, hasSecondFactor?: boolean): Step[] => [
  operator(hasSecondFactor),
  serve(listAdminInvitations, [invitation]),
  serve(getTaskEmails, { frequency: 'quarter-hourly', scope: 'all' }),
  serve(beginSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Palmetto?secret=JBSWY3DPEHPK3PXP' }),
  serve(confirmSecondFactor, { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'], token: 'admin-token' }),
  visit(`${DASHBOARD}tasks&account=${part}`),
]

type ServiceState = Reply<typeof getServiceState>
const healthy: ServiceState = { parts: [], waiting: [], isCounted: true, figures: [] }
const troubled: ServiceState = {
  isCounted: true,
  parts: [
    { name: 'database', isUp: true, since: createdAt },
    { name: 'relay', isUp: false, since: '2026-12-01T11:53:00.000Z' },
  ],
  waiting: [
    { kind: 'events', count: 0, oldestAt: null },
    { kind: 'dead-letters', count: 3, oldestAt: '2026-12-01T10:25:00.000Z' },
    { kind: 'mails', count: 1_250, oldestAt: '2026-12-01T11:53:00.000Z' },
  ],
  figures: [
    { name: 'failed-responses', queue: null, value: 0.31 },
    { name: 'work-overdue', queue: 'mail', value: 0 },
  ],
}
const letter = { _id: 'letter-1', type: 'company.profile-changed.v1', error: 'Error: x', attempts: 11, failedAt: createdAt, retryAt: null }

const report: Erasure['report'] = {
  tasks: { tables: { task: 1_240 }, files: 420 },
  company: { tables: { companies: 1 }, files: 7 },
}
const erasures: Erasure[] = (['waiting', 'erasing', 'erased', 'kept'] as const).map((state, index) => ({
  _id: `erasure-${index}`,
  state,
  companyProfileId: state === 'erased' ? null : company._id,
  companyName: state === 'erased' ? null : 'The Lowcountry Waterfront Historical Preservation Society Museum Shop & Tea Room',
  askedAt: createdAt,
  confirmedAt: createdAt,
  dueAt: createdAt,
  endedAt: state === 'waiting' || state === 'erasing' ? null : createdAt,
  keptBy: state === 'kept' ? 'admin' : null,
  reason: state === 'kept' ? 'Maria called us and wants to stay.' : null,
  report: state === 'erased' ? report : {},
}))

/** The Operations tab: a service has problems, one does not answer, and one is being restarted. */
const openOperations = (more = ''): Step[] => [
  operator(true),
  serve(countWebErrors, { lastDay: 1, lastWeek: 12, latestAt: createdAt }),
  serve(listDeadLetters, [letter]),
  serve(listErasures, erasures),
  serve(listAuditEntries, [{ _id: 1, at: createdAt, actor: 'operator-1', act: 'replay', subject: 'letter-2', reason: null, affected: 1 }]),
  () =>
    answer(getServiceState, ({ address }) => {
      if (address.includes('/documents/')) return refusal(503, 'Being restarted.')
      if (address.includes('/company/')) return never()
      return reply(getServiceState, address.includes('/notifications/') ? troubled : healthy)
    }),
  visit(`${DASHBOARD}operations${more}`),
]

const mails = [
  mailOf(),
  mailOf({ topic: 'reminder', answer: '5.1.1', bouncedAt: createdAt }),
  mailOf({ topic: 'messages-written', subject: '', state: 'queued', sentAt: null, answer: 'content unavailable' }),
  mailOf({ topic: 'posted', state: 'suppressed', sentAt: null, answer: 'obsolete' }),
]
const documents = [documentOf({ note: 'Looks damaged.' }), documentOf({ DocId: 13, DocViewer: true, openedAt: createdAt })]
const notes = [
  companyNoteOf({ editedAt: createdAt, text: 'Call on Fridays.\nThe owner’s brother takes the photos.' }),
  companyNoteOf({ _id: 'note-2', author: { id: 'admin-2', name: 'Maximiliane Featherstonehaugh-Cholmondeley' }, text: 'x'.repeat(120) }),
]

const longPost = postOf({ companyName: company.companyName, caption: longText, fileCount: 10, ...everyPlatform })

/** A part of a company's page. */
const openCompany = (part: string, more: Step = []): Step[] => [
  () => companyPageOf({ company, tasks, lastSignedInAt: createdAt }, { mails, owner: { bouncedAt: createdAt } }),
  serve(listDocuments, { success: true, data: documents }),
  serve(listColleagues, []),
  serve(listCompanyNotes, notes),
  serve(listCampaigns, [campaignOf()]),
  more,
  visit(`${DASHBOARD}companies&company=${company._id}&part=${part}`),
]

const photos = [
  photoOf(3, { companyProfileId: company._id, deliveryId: 'delivery-2' }),
  photoOf(2, { companyProfileId: company._id, taskId: 3, note: 'The new oven, and the team in front of it.' }),
  photoOf(1, { companyProfileId: company._id, taskId: 3, note: 'The new oven, and the team in front of it.' }),
]

const sheet: SheetTest = {
  ok: true,
  script: 'ours',
  version: '1.0.0',
  outdated: true,
  rows: 1204,
  columns: customerColumns.map((column) => ({ column, header: column === 'Stage' ? null : column })),
  notUnderstood: 3,
  problem: null,
  mend: null,
}

checkStates('admin', {
  'admin-companies': [open('companies'), see(company.companyName)],
  'admin-monday': tab('monday'),
  'admin-monday-nothing': [open('monday', []), see('There is nobody to call.')],
  'admin-monday-error': [admin(), fail(getMonday), visit(`${DASHBOARD}monday`), seeRole('button', 'Try again')],
  'admin-tasks': tab('tasks'),
  'admin-pending-turns': tab('pending&view=cards', tasks.slice(0, 3)),
  'admin-approved-dense': tab('approved&view=dense'),
  'admin-launch': tab('launch&view=cards'),
  'admin-launch-dense': tab('launch&view=dense'),
  'admin-launch-upcoming': [open('launch&view=cards', [approved(6, '2026-12-08')]), see('These tasks come next.')],
  'admin-launch-several': openLaunch,
  'admin-launch-results': [
    open('launch', [approved(6, '2026-12-01'), approved(7, '2026-12-01')]),
    serve(launchTasks, { results: [launched, refused] }),
    click('checkbox', 'Select all'),
    press('Launch 2 tasks'),
    pressInDialog('Launch 2 tasks'),
    see('Please look at it again.'),
  ],
  'admin-launch-links': [
    open('launch', [approved(6, '2026-12-01', everyPlatform), approved(7, '2026-12-01')]),
    click('checkbox', 'Select all'),
    press('Launch 2 tasks'),
    enter(/^X link of #6/, 'https://bakery.example/winter'),
    press(/^Posted now \(change the time of #7\)/),
    see('This isn’t an address of X.'),
  ],
  'admin-posting-kit': [openKit(), see('115 too many')],
  'admin-posting-kit-other-network': [openKit(), click('tab', 'YouTube'), see('YouTube takes no pictures.')],
  'admin-posting-kit-error': [
    admin([approved(6, '2026-12-01')]),
    fail(getPostingKit),
    visit(`${DASHBOARD}launch&task=6`),
    see('Being restarted.'),
  ],
  'admin-launch-refused': [openKit(), enter(/^X link/, 'x.com/bakery/1'), press(/^Launch$/), see('Please enter a complete address')],
  'admin-change-post': [
    open('total&task=6', [
      approved(6, '2026-12-01', { ...everyPlatform, currentStatus: 'Posted', postLinks: { platform_x: 'https://x.com/bakery/status/1' } }),
    ]),
    fail(changePost, 422, 'Refused', { errors: [{ field: 'postedAt', message: 'A task cannot be posted in the future' }] }),
    press('Change time or links'),
    pressInDialog('Save'),
    see('A task cannot be posted in the future'),
  ],
  'admin-due-now': [
    open('launch&view=cards', [
      approved(6, '2026-12-01', { targetPostingTime: '05:00' }),
      approved(7, '2026-12-01', { targetPostingTime: '22:30' }),
    ]),
    see('Due now'),
  ],
  'admin-deliver-files': [
    open('pending&view=cards'),
    press('Deliver files'),
    async () => page.getByLabelText('Files').upload([await pngFile('#1 square.png'), await pngFile('no-task.png'), notPicture]),
    see('Matched by the number in the file name.'),
    press('Add alternative text for #1 square.png'),
  ],
  'admin-task-pending': openTask(3),
  'admin-task-referred-back': [openTask(4), see('may have sent this feedback')],
  'admin-task-unconfirmed': [open('launch&task=5'), seeRole('checkbox', /confirmed the approval/), see(/bounced\. Please call\./)],
  'admin-task-replies': [
    admin(),
    serve(listNotes, [{ ...emailReply, hasAttachments: true, text: 'We are closed until Monday.', createdAt }]),
    visit(`${DASHBOARD}total&task=3`),
    see('We are closed until Monday.'),
  ],
  'admin-task-messages': [
    admin(),
    serve(listNotes, [messageOf(2, { authorSide: 'client', isUnread: true }), messageOf(1)]),
    serve(listPhotos, photos),
    visit(`${DASHBOARD}total&task=3`),
    seeRole('region', 'Photos for this task'),
    press('Write a message'),
    seeRole('textbox', /^Message to/),
  ],
  'admin-task-files': [
    openTask(1),
    async () =>
      chooser.upload([await pngFile('square.png'), await videoFile('pouring-the-first-cup.webm'), pdfFile('menu.pdf'), notPicture]),
    enter('Caption', 'The winter blend is back.\n\n#winterblend'),
    press('Add alternative text for square.png'),
    enter('Alternative text for square.png', 'A cup of coffee beside a bag of beans.'),
    see('We couldn’t read this file'),
  ],
  'admin-task-delivered': [
    openTask(1),
    serve(uploadPreview, { task: task(1, '2026-11-27', { doneTaskImage: null, previewNo: null }), preview: draftOf() }),
    serve(deliverPreview, { task: task(1, '2026-11-27', { version: 3 }), preview: previewOf() }),
    async () => chooser.upload([await pngFile('square.png'), await pngFile('wide.png')]),
    // The list of files moves the button.
    see('wide.png'),
    press('Upload'),
    see(/delivered\. The \w+ decides next\./),
  ],
  'admin-task-draft': [
    admin(),
    serve(listPreviews, [
      draftOf({ createdBy: 'another', caption: 'From six.', checkRequestedAt: createdAt, files: draftFiles }),
      previewOf(),
    ]),
    visit(`${DASHBOARD}total&task=2`),
    see(/^Draft, not visible/),
  ],
  'admin-task-approved': [
    admin(),
    serve(listPreviews, [previewOf({ isApproved: true })]),
    visit(`${DASHBOARD}total&task=6`),
    press('Deliver a new version'),
    see('A new version needs a new approval.'),
  ],
  'admin-task-withdrawn': [
    admin(),
    serve(listPreviews, [
      previewOf({ _id: 'two', number: 2, state: 'withdrawn', isCurrent: false, withdrawnAt: createdAt, withdrawnReason: 'Wrong price' }),
      previewOf(),
    ]),
    visit(`${DASHBOARD}total&task=2`),
    () => page.getByText('Withdrawn', { exact: true }).click(),
    see(/: Wrong price$/),
  ],
  'admin-withdraw': [openTask(2), press('Withdraw version 1'), seeDialog('Withdraw version 1?')],
  'admin-undo-launch': [
    open('launch&task=6', [approved(6, '2026-12-01', { currentStatus: 'Posted' })]),
    press('Undo launch'),
    seeDialog('Undo this launch?'),
  ],
  'admin-remove-task': [openTask(2), press('Remove task'), pressInDialog('Remove task'), see('Please tell the company why.')],
  'admin-edit': [openTask(2), press('Edit the brief'), seeDialog(/^Edit/)],
  'admin-move': [openTask(2), press('Move to…'), seeDialog(/^Move/)],
  'admin-waiting-rows': [openWaiting(waiting), see('Wants no reminders before')],
  'admin-waiting-reminded': [
    openWaiting(waiting),
    fail(remindTask, 409, 'No preview of this task is waiting for a decision.', { code: 'not-waiting' }),
    press(/^Remind: Post 3/),
    see('No preview of this task is waiting'),
  ],
  'admin-waiting-empty': [openWaiting([], '&reach=bounced'), see(/^No email to .* bounced\./)],
  'admin-waiting-error': [admin(), fail(listWaitingPreviews), visit(`${DASHBOARD}waiting`), see('We couldn’t load the waiting previews.')],
  'admin-company': [openCompany('overview'), see('Reminder to decide')],
  'admin-company-empty': [
    () => companyPageOf({ company, tasks: [] }),
    visit(`${DASHBOARD}companies&company=${company._id}`),
    see(/^No emails/),
  ],
  'admin-company-erased-soon': [
    openCompany('overview', serve(listErasures, erasures.slice(0, 1))),
    seeRole('button', 'Cancel the erasure'),
  ],
  'admin-company-emails': [openCompany('emails'), see('Not needed')],
  'admin-company-emails-failed': [openCompany('emails', fail(listClientMails)), see('We couldn’t load the emails.')],
  'admin-company-tasks': [openCompany('tasks'), see('Post 6')],
  'admin-company-posts': [openCompany('posts', serve(adminListPosts, [longPost])), press('Show whole caption')],
  'admin-posts': [
    admin(),
    serve(adminListPosts, [longPost, postOf({ taskId: 6, companyName: company.companyName })]),
    visit(`${DASHBOARD}posts`),
    see('Show whole caption'),
  ],
  'admin-posts-empty': [admin(), serve(adminListPosts, []), visit(`${DASHBOARD}posts`), see('Nothing was posted yet.')],
  'admin-company-notes': [openCompany('notes'), press('Edit note'), seeRole('button', 'Save')],
  'admin-company-documents': [openCompany('documents'), see('Looks damaged.')],
  'admin-company-campaigns': [openCompany('campaigns'), see('Oyster roast')],
  'admin-owner-unconfirmed': [
    admin(),
    serve(getOwner, { ...ownerAccount, emailVerified: false }),
    visit(`${DASHBOARD}companies&company=${company._id}`),
    serve(resendConfirmation, { message: 'We sent a link to ann@bakery.example. It works for 7 days.', alreadyVerified: false }),
    press('Send the confirmation again'),
    see('It works for 7 days.'),
  ],
  'admin-correct-email': [
    admin(),
    serve(getOwner, { ...ownerAccount, bouncedAt: createdAt }),
    visit(`${DASHBOARD}total&task=3`),
    press('Correct the address'),
    seeDialog('Correct the sign-in email'),
  ],
  'admin-hand-over': [
    operator(),
    managed,
    visit(`${DASHBOARD}companies`),
    press('Hand over…'),
    click('checkbox', 'Select all'),
    seeRole('button', 'Hand over 2 companies'),
  ],
  'admin-hand-over-dialog': [
    operator(),
    managed,
    visit(`${DASHBOARD}companies`),
    press('Hand over…'),
    click('checkbox', 'Select all'),
    press('Hand over 2 companies'),
    seeInDialog('combobox', 'Account manager'),
  ],
  'admin-mine': [operator(), managed, visit(`${DASHBOARD}companies&manager=me`), see(company.companyName)],
  'admin-mine-nothing': [operator(), () => boardOf(), visit(`${DASHBOARD}pending&manager=me`), seeRole('button', 'Show all companies')],
  'admin-company-photos': [
    admin(),
    serve(listDocuments, { success: true, data: [] }),
    serve(listPhotos, photos),
    visit(`${DASHBOARD}companies&company=${company._id}&part=documents`),
    seeRole('combobox', 'Show'),
    press('Photo IMG_2.jpg'),
    seeDialog('IMG_2.jpg'),
  ],
  'admin-company-photos-error': [
    admin(),
    serve(listDocuments, { success: true, data: [] }),
    fail(listPhotos),
    visit(`${DASHBOARD}companies&company=${company._id}&part=documents`),
    see('We couldn’t load the photos.'),
  ],
  'admin-spreadsheet': [
    openCompany('setup'),
    seeRole('region', 'Spreadsheet'),
    serve(getSheetScript, { script: 'const SECRET = 1\n'.repeat(20), version: '1.0.0' }),
    serve(testSheet, sheet),
    press('How to set it up'),
    press('Show the script'),
    seeRole('button', 'Copy the script'),
    enter('Web app URL', 'https://script.google.com/macros/s/abc/exec'),
    press('Test the connection'),
    see(/^Connected:/),
  ],
  'admin-new-task': [open('companies'), click('link', /Add Task/), seeRole('dialog')],
  'admin-search': [search(''), seeRole('option', /^Wait for Launch/)],
  'admin-search-found': [search('re'), see('Pie week')],
  'admin-search-failed': [search('re'), fail(searchBoard), fail(searchCampaigns), searchFor('res'), see(/^We couldn’t search/)],
  'admin-calendar': [openCalendar(), see(/^Some planned dates/), seeRole('link', /Post 1/)],
  'admin-calendar-day': [openCalendar('&day=2026-12-07'), seeInDialog('link')],
  'admin-calendar-company': [
    openCalendar(),
    serve(searchBoard, { companies: [{ _id: company._id, companyName: company.companyName }], tasks: [] }),
    filterBy('lowcountry'),
    seeRole('option'),
  ],
  'admin-calendar-no-company': [
    openCalendar(),
    serve(searchBoard, { companies: [], tasks: [] }),
    filterBy('nobody has this name'),
    see('No company found.'),
  ],
  'admin-calendar-failed': [
    admin(),
    fail(getBoardCalendar),
    visit(`${DASHBOARD}calendar&month=2026-12`),
    see('We couldn’t load the calendar.'),
  ],
  'admin-operations-problems': [openOperations(), seeHeading(/\d problems/)],
  'admin-service': [
    openOperations('&service=notifications'),
    see(page.getByRole('dialog').getByText('company.profile-changed.v1').first()),
  ],
  'admin-runbook': [openOperations('&runbook=DependencyAway'), seeInDialog('table')],
  'admin-account-menu': [openAccount(''), press(/^(Account|Menu)$/), seeRole('menuitem', 'Log out')],
  'admin-admins': [openAccount('admins'), see(/wilhelmina/)],
  'admin-remove-admin': [openAccount('admins', true), press(/^Remove wilhelmina/), seeRole('textbox', '6-digit code')],
  'admin-admins-nobody-invited': [openAccount('admins'), serve(listAdminInvitations, []), see('No invitation is open.')],
  'admin-invite': [openAccount('admins'), press('Invite an admin'), pressInDialog('Send invitation'), see('Please enter your password')],
  'admin-invite-again': [openAccount('admins', true), press(/^Send again to/), seeDialog('Send the invitation again')],
  'admin-take-back': [openAccount('admins'), press(/^Take back/), seeDialog('Take back this invitation?')],
  'admin-my-name': [openAccount('admins'), press('Change name'), seeDialog('Your name')],
  'admin-task-emails': [openAccount('task-emails'), seeRole('radio', /^Every 15 minutes/)],
  'admin-second-factor': [openAccount('second-factor'), press('Set up'), seeRole('img', /^QR code/)],
  'admin-second-factor-codes': [
    openAccount('second-factor'),
    press('Set up'),
    enter('6-digit code', '123456'),
    pressInDialog('Set up'),
    seeDialog('Save your recovery codes'),
  ],
  'admin-second-factor-there': [openAccount('second-factor', true), press(/^Remove/), see('Please enter the 6 digits')],
})
