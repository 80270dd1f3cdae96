import { getCalendarFeed, listPlannedDates } from '@app/contracts/http/calendar.ts'
import { decideTasks } from '@app/contracts/http/decide-tasks.ts'
import { listNotes } from '@app/contracts/http/notes.ts'
import { listPosts } from '@app/contracts/http/posts.ts'
import { listPreviewNotes } from '@app/contracts/http/preview-notes.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { getReviewSettings } from '@app/contracts/http/reviews.ts'
import { getSeries } from '@app/contracts/http/series.ts'
import { type BriefState, editTask, listBriefHistory } from '@app/contracts/http/task-changes.ts'
import { listTasks, type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { page } from 'vitest/browser'
import { company, ownerWith, picture, previewOf, taskOf } from '../src/testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../src/testing/open.tsx'
import { approvalOf, postOf } from '../src/testing/posts.ts'
import { noteOf } from '../src/testing/preview-notes.ts'
import { messageOf } from '../src/testing/task-notes.ts'
import {
  choose,
  click,
  enter,
  fail,
  hold,
  keys,
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

const LONG =
  'Announce the winter members’ evening with the candlelit tour of the upper rooms, the oyster supper on the lawn and the talk on boatbuilding'
const CALENDAR = '/management?view=calendar&month=2026-12'
const POSTS = '/management?view=posts'
const approved = taskOf({ taskId: 7, title: 'Oyster roast', currentStatus: 'Approved', approvedPreviewNo: 1 })
const posted = taskOf({
  taskId: 8,
  title: 'Went out',
  currentStatus: 'Posted',
  adminPostComment: 'Live since nine.',
  targetPostingTime: '09:00',
  postedAt: '2026-12-01T11:05:00.000Z',
  postedOn: '2026-12-01',
  platform_x: true,
  postLinks: { platform_x: 'https://x.com/bakery/status/1', platform_insta: 'https://www.instagram.com/p/1/' },
})
const everyPlatform = { platform_x: true, platform_fb: true, platform_li: true, platform_youtube: true, platform_via_mail: true }
const feedback = {
  previewNo: 1,
  feedback: 'The headline is too small.',
  clientSuggestImage: picture('teal'),
  doneTaskImage: picture('coral'),
  createdAt: '2026-11-30T12:00:00.000Z',
}
const referredBack = taskOf({ taskId: 6, title: 'Opening hours', currentStatus: 'Roll Back', rollbackFeedback: [feedback, feedback] })
const withoutPreview = taskOf({ taskId: 4, title: 'Waiting for its picture', doneTaskImage: null, previewNo: null })
const repeating = taskOf({
  isRecurring: true,
  recurrenceType: 'weekly',
  weeklyDayOfWeek: 'monday',
  targetPostingDate: null,
  submissionForReview: null,
  seriesId: 'series-1',
  occurrenceNo: 2,
  occurrenceDate: '2026-12-07',
  nextOccurrenceDate: '2026-12-14',
})

const open = (path: string, ...tasks: Task[]): Step[] => [
  () => ownerWith(...(tasks.length > 0 ? tasks : [taskOf(), referredBack, approved, posted, withoutPreview])),
  visit(path),
]

const openTask = ({ taskId }: Task) => open(`/management?show=task-${taskId}`)

const openForm: Step[] = [open('/management?show=new'), seeDialog('Add New Task')]

const chooseExample: Step[] = [press(/^Start from/), press('Event')]

const openRepeats: Step[] = [
  serve(getSeries, {
    _id: 'series-1',
    companyProfileId: company._id,
    title: repeating.title,
    recurrenceType: 'weekly',
    weeklyDayOfWeek: 'monday',
    monthlyWeek: null,
    monthlyDayOfWeek: null,
    recurrenceStartDate: '2026-12-07',
    recurrenceEndDate: '2027-03-01',
    nextDate: '2026-12-14',
    version: 1,
  }),
  open('/management?show=task-5', repeating),
  seeRole('region', 'Repeats'),
  see(/^Every Monday/),
]

const fromRecipient = {
  previewNo: 1,
  source: 'email',
  author: 'maria@harborpine.example',
  isFromRecipient: true,
  isAutomatic: false,
  hasAttachments: false,
  authorSide: 'client',
  isUnread: false,
  createdAt: '2026-12-01T10:00:00.000Z',
} as const
const replies = [
  { ...fromRecipient, _id: '1', text: 'Please use the warmer photo.\n\nAnd could we post this on Friday?', hasAttachments: true },
  { ...fromRecipient, _id: '2', text: 'We are closed until Monday.', isAutomatic: true },
  { ...fromRecipient, _id: '3', text: 'I like it!', author: 'someone-else@harborpine.example', isFromRecipient: false },
]

const queue = [taskOf({ taskId: 3, title: 'Third' }), taskOf({ taskId: 2, title: LONG })] as const
const refused = { id: queue[0]._id, status: 409, message: 'A newer preview is ready. Please look at it first.', task: queue[0] }
const decided = { id: queue[1]._id, status: 200, message: '', task: taskOf({ taskId: 2, currentStatus: 'Approved' }) }

/** Opens the queue with two previews, and looks at both. */
const seeAll: Step[] = [
  () => ownerWith(...queue),
  serve(listPreviews, [previewOf({ contentHash: 'a'.repeat(64) })]),
  serve(listPreviewNotes, [noteOf({ filePosition: null, x: null, y: null, file: null })]),
  visit('/management'),
  press('Review 2'),
  seeDialog('Third'),
  seeRole('button', 'Approve'),
  keys('j'),
  see(/You have seen both/),
]

const openQuestion: Step[] = [seeAll, press(/^Approve both/), seeDialog('Approve 2 previews?')]

const openCalendar = (more = ''): Step[] => [
  serve(listPlannedDates, {
    dates: ['2026-12-11', '2026-12-18'].map((date) => ({
      date,
      seriesId: 'series-1',
      companyProfileId: company._id,
      companyName: 'Bakery',
      title: 'Bean of the week',
      newestTaskId: 5,
    })),
    isComplete: true,
  }),
  open(CALENDAR + more, taskOf(), taskOf({ taskId: 9, title: LONG }), approved),
]

/** A task whose brief changed after the preview, and the states of its brief. */
const changed = taskOf({
  headline: 'Open from ten on Sundays, and from eight on all other days',
  tagline: 'Warm bread, every day',
  targetPostingDate: '2026-12-09',
  briefVersion: 3,
  previewBriefVersion: 1,
})
const stateOf = (number: number, changes: Partial<BriefState>): BriefState => ({
  ...changed,
  number,
  changedAt: '2026-11-30T15:00:00.000Z',
  changedByRole: 'owner',
  changed: [],
  previewNo: 1,
  hasReferenceImage: false,
  ...changes,
})
const firstBrief = { headline: 'Open from nine on Sundays, and from eight on all other days', tagline: '', targetPostingDate: '2026-12-07' }
const openChanged: Step[] = [
  serve(listBriefHistory, [
    stateOf(3, { changed: ['targetPostingDate'], changedByRole: 'admin' }),
    stateOf(2, { changed: ['tagline', 'headline'], targetPostingDate: '2026-12-07' }),
    stateOf(1, { ...firstBrief, previewNo: null }),
  ]),
  open('/management?show=task-5', changed),
  see('Changed since version 1'),
]
const editing: Step[] = [openTask(taskOf()), press('Edit the brief'), seeDialog(/^Edit/)]
const moving: Step[] = [press('Move to…'), seeDialog(/^Move/)]

checkStates('owner', {
  'management-empty': [() => ownerWith(), visit('/management'), see('Click above to add your task!')],
  'management-loading': [() => ownerWith(), hold(listTasks), visit('/management'), seeRole('status', 'Loading: Pending tasks')],
  'management-error': [
    () => ownerWith(),
    fail(listTasks, 500, 'Something went wrong.'),
    visit('/management'),
    see('Error loading pending tasks'),
  ],
  'management-long': [
    open('/management', ...Array.from({ length: 6 }, (_, at) => taskOf({ taskId: 20 + at, title: LONG })), repeating),
    seeHeading(LONG),
  ],
  'company-menu': [open('/management'), press(/Menu of/), see('Logout & Go Home')],
  'sign-out-everywhere': [open('/management'), press(/Menu of/), click('menuitem', 'Log out everywhere'), seeDialog('Log out everywhere')],
  'coming-soon': [open('/management?section=7'), seeHeading('Invoice')],
  'new-task-recurring': [openForm, click('switch', /Repeats/), choose('Recurrence type', 'monthly'), see(/^Every month on the 1st/)],
  'new-task-month-full': [
    open('/management?show=new', ...[1, 2, 3, 4].map((n) => taskOf({ taskId: n, targetPostingDate: `2026-12-1${n}` }))),
    () => page.getByLabelText(/^Submission for review/).fill('2026-12-10'),
    () => page.getByLabelText(/^Target posting/).fill('2026-12-20'),
    see(/^Warning: 4 tasks/),
  ],
  'new-task-refused': [openForm, () => page.getByText(/^Add more details/).click(), press('Submit'), seeRole('alert')],
  'new-task-discard': [openForm, enter('Task Title', 'Half written'), keys('{Escape}'), seeDialog('Discard what you entered?')],
  'new-task-restored': [
    () => ownerWith(),
    () => signInAs.owner(tokenOf('ann')),
    async () => {
      const { unmount } = await openApp('/management?show=new')
      await page.getByRole('textbox', { name: 'Task Title' }).fill('Half written')
      await unmount()
    },
    visit('/management?show=new'),
    see('We restored what you entered before.'),
  ],
  'new-task-examples': [openForm, press(/^Start from/), seeDialog('Start from')],
  'new-task-example': [openForm, chooseExample, seeRole('button', 'Undo all')],
  'review-waiting': [openTask(withoutPreview), seeDialog(withoutPreview.title)],
  'review-long': [
    open('/management?show=task-9', taskOf({ taskId: 9, title: LONG, description: LONG, headline: 'x'.repeat(80), platform_fb: true })),
    seeDialog(LONG),
  ],
  'refer-back': [openTask(taskOf()), press('Refer Back'), seeRole('button', 'Send Feedback')],
  remove: [openTask(withoutPreview), press('Remove Task'), see('Are you sure you want to Remove this task?')],
  'review-history': [
    open('/management?show=task-6', { ...referredBack, rollbackFeedback: [feedback, { ...feedback, isUnconfirmed: true }] }),
    see('may have sent this feedback'),
  ],
  'brief-changed': [openChanged, () => page.getByText('History of the brief').click(), see('First brief')],
  'brief-edit': editing,
  'brief-edit-conflict': [
    editing,
    fail(editTask, 409, 'This task was changed in the meantime. Please check it again.', {
      task: taskOf({ ...firstBrief, tagline: 'Warm bread', version: 3, briefVersion: 2 }),
    }),
    enter('Tagline', 'Cold bread'),
    press('Save'),
    seeHeading('This task changed while you were editing'),
  ],
  move: [
    open('/management?show=task-5', taskOf(), taskOf({ taskId: 9, targetPostingDate: '2027-01-12' })),
    moving,
    () => page.getByLabelText(/^Posting date/).fill('2027-01-13'),
    see('1 of 4 tasks used for January 2027'),
  ],
  'move-series': [openRepeats, moving, seeRole('radio', /^This and/)],
  'approved-undo': [
    openTask(taskOf()),
    serve(updateTask, taskOf({ currentStatus: 'Approved', version: 3 })),
    press('Approve'),
    see('Approved. You can undo this until we post it.'),
  ],
  'unconfirmed-approval': [
    open('/management?show=task-7', { ...approved, approvalUnconfirmed: true }),
    seeHeading('Did you approve this preview?'),
  ],
  'email-replies': [
    () => ownerWith(approved),
    serve(listNotes, replies),
    visit('/management?show=task-7'),
    see('We are closed until Monday.'),
  ],
  messages: [
    () => ownerWith(approved),
    serve(listNotes, [messageOf(3, { isUnread: true, text: LONG }), ...replies, messageOf(1, { authorSide: 'client' })]),
    visit('/management?show=task-7'),
    press('Write a message'),
    press('Send message'),
    see('Please write a message.'),
  ],
  'email-replies-error': [
    () => ownerWith(approved),
    fail(listNotes),
    visit('/management?show=task-7'),
    see('We couldn’t load the messages.'),
  ],
  'review-settings': [
    () => ownerWith(),
    serve(getReviewSettings, { reviewLinks: false, codeForNewBrowser: false }),
    visit('/management?section=4&show=review-links'),
    see('Links in emails that we already sent no longer work.'),
  ],
  posted: [open('/management?show=posted'), seeDialog('Posted Tasks')],
  'posted-detail': [open('/management?show=posted'), pressInDialog('Preview'), see('Admin Post Comments')],
  posts: [
    serve(listPosts, [
      postOf({ title: LONG, caption: `${LONG}. `.repeat(5), fileCount: 10, postLinks: posted.postLinks, ...everyPlatform }),
      postOf({ taskId: 6, doneTaskImage: null, approval: approvalOf({ channel: 'review-link', isAcceptedByAdmin: true }) }),
    ]),
    open(POSTS),
    see(/^Approved by you by link/),
    press('Show whole caption'),
  ],
  'posts-empty': [serve(listPosts, []), open(POSTS), see(/^Nothing was posted yet/)],
  'posts-no-match': [serve(listPosts, []), open(`${POSTS}&platform=platform_x&q=Oyster`), see('No posts match.')],
  'posts-loading': [hold(listPosts), open(POSTS), seeRole('status', 'Loading posts')],
  'posts-failed': [fail(listPosts), open(POSTS), see('We couldn’t load the posts.')],
  repeats: openRepeats,
  'repeats-changed': [openRepeats, press('Change repeats'), seeRole('form', 'Change repeats')],
  'review-queue-approve': openQuestion,
  'review-queue-results': [
    openQuestion,
    serve(decideTasks, { results: [refused, decided] }),
    pressInDialog(/^Approve \d+$/),
    see('Please look at it first.'),
  ],
  calendar: [openCalendar(), seeRole('link', /Bean of the week/)],
  'calendar-empty': [
    serve(listPlannedDates, { dates: [], isComplete: true }),
    open('/management?view=calendar&month=2099-01'),
    see('No posts in January 2099.'),
  ],
  'calendar-loading': [
    () => ownerWith(),
    hold(listTasks),
    serve(listPlannedDates, { dates: [], isComplete: true }),
    visit(CALENDAR),
    seeRole('button', 'Next month'),
  ],
  'calendar-planned-missing': [fail(listPlannedDates), open(CALENDAR), see(/dates of recurring tasks/)],
  'calendar-day-posted': [open(`${CALENDAR}&show=day-2026-12-01`, posted), see(/^Posted at/)],
  'move-time': [open('/management?show=task-5', taskOf({ targetPostingTime: '09:00' })), press('Move to…'), seeDialog(/^Move/)],
  'calendar-day': [openCalendar('&show=day-2026-12-07'), seeInDialog('link')],
  'calendar-feed-off': [
    serve(getCalendarFeed, { url: null }),
    openCalendar('&show=calendar-feed'),
    seeRole('button', 'Turn on the calendar address'),
  ],
  'calendar-feed-replace': [
    serve(getCalendarFeed, { url: `https://palmettoworks.example/calendar/${'c1XyZ'.repeat(8)}abc.ics` }),
    openCalendar('&show=calendar-feed'),
    press('Replace address'),
    seeDialog('Replace the address?'),
  ],
  'calendar-feed-loading': [hold(getCalendarFeed), openCalendar('&show=calendar-feed'), seeRole('status', 'Loading the calendar address')],
  'calendar-feed-failed': [fail(getCalendarFeed), openCalendar('&show=calendar-feed'), see(/calendar address/)],
})
