import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import {
  ApprovalConfirmed,
  ApprovalWithdrawn,
  LaunchUndone,
  PostChanged,
  PostDue,
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
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'
import { decisionData, newLink, newTask, previewData, referralData } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }
/** Both get each email at once. */
const [ada, ben] = ['ada', 'ben'].map((name) => ({ userId: crypto.randomUUID(), email: `${name}@example.com`, username: name })) as [
  typeof owner,
  typeof owner,
]
const task = newTask({ taskId: 42, ownerId: owner.userId })

let database: TestDatabase
let db: Kysely<Tables>
const handle = eventHandler(
  () => db,
  testSettings(() => new Date('2027-03-08T15:00:00Z')),
)

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await handle(UserChanged, userData('verified', owner))
  for (const admin of [ada, ben]) {
    await emailAtOnce(db, admin.userId)
    await handle(UserChanged, userData('admin-added', admin))
  }
})
afterEach(() => clearTaskEmails(db))

const nameOf = (id: string | null): string => ({ [owner.userId]: 'owner', [ada.userId]: 'ada', [ben.userId]: 'ben' })[id ?? ''] ?? `${id}`
/** Returns the requested emails, for example "approved to ada". The object of each email must be `about`. */
async function requested(about?: string): Promise<string[]> {
  const rows = await db.selectFrom('mail').select(['template', 'about', 'recipient_kind', 'recipient_id', 'composer']).execute()
  for (const row of rows) {
    expect(row.composer).toBe('tasks')
    if (about) expect(row.about).toBe(about)
    const name = nameOf(row.recipient_id)
    expect(row.recipient_kind).toBe(name === 'owner' ? 'owner' : ['ada', 'ben'].includes(name) ? 'admin' : 'colleague')
  }
  return rows.map(({ template, recipient_id }) => `${template} to ${nameOf(recipient_id)}`).sort()
}
const rows = () => db.selectFrom('notification').selectAll().orderBy('id').execute()
const messages = async (isForAdmins: boolean) =>
  (await rows()).filter((row) => row.audience_admins === isForAdmins && row.message !== '').map(({ message }) => message)
const works = () => db.selectFrom('work').select(['queue', 'key', 'state', 'priority', 'due_at']).orderBy('id').execute()
/** Sets the state of all emails, as if a worker had sent them or were sending them. */
async function settle(state: 'running' | 'done'): Promise<void> {
  await sql`update work set state = ${state}`.execute(db)
  if (state === 'done') await sql`update mail set state = 'sent'`.execute(db)
}

interface Case {
  name: string
  report: () => Promise<void>
  /** Emails about the task, unless `about` is another object. */
  mails?: string[]
  about?: string
  owner?: string
  admins?: string
}

const decision = decisionData()
const byLink = { ...decision, channel: 'review-link' as const }
const report =
  <E extends EventContract>(event: E, data: EventData<E>) =>
  () =>
    handle(event, data)
const occurrence = (number: number) => ({ seriesId: crypto.randomUUID(), number, date: '2026-12-14' })

const move = {
  ...task,
  changed: ['targetPostingDate' as const, 'submissionForReview' as const],
  briefVersion: 2,
  previousPostingDate: '2027-03-15',
}

const cases: Case[] = [
  {
    name: 'a task of an owner',
    report: report(TaskCreated, { ...task, createdBy: 'owner' }),
    mails: ['task-assigned to ada', 'task-assigned to ben'],
    admins: 'Bakery assigned the task "Winter bread".',
  },
  {
    name: 'a task of an admin',
    report: report(TaskCreated, { ...task, createdBy: 'admin' }),
    mails: ['task-created-for-you to owner'],
    owner: 'The task "Winter bread" was created for you.',
  },
  {
    name: 'the first occurrence of a series',
    report: report(TaskCreated, { ...task, createdBy: 'owner', occurrence: occurrence(1) }),
    mails: ['task-assigned to ada', 'task-assigned to ben'],
    admins: 'Bakery assigned the task "Winter bread".',
  },
  {
    name: 'a later occurrence',
    report: report(TaskCreated, { ...task, createdBy: 'owner', occurrence: occurrence(2) }),
    admins: '"Winter bread" of Bakery repeats on Mon, Dec 14, 2026. The next task is ready for you.',
  },
  {
    name: 'an approval in the portal',
    report: report(TaskApproved, { ...task, ...decision }),
    mails: ['approved to ada', 'approved to ben'],
    admins: 'Bakery approved "Winter bread".',
  },
  {
    name: 'an approval with signs of a machine',
    report: report(TaskApproved, { ...task, ...decision, isUnconfirmed: true }),
    mails: ['approved to ada', 'approved to ben'],
    admins: 'Bakery approved "Winter bread". The approval is not confirmed yet.',
  },
  {
    name: 'a confirmed approval',
    report: report(ApprovalConfirmed, { ...task, ...decision }),
    admins: 'Bakery confirmed the approval of "Winter bread".',
  },
  {
    name: 'an approval that was undone in the portal',
    report: report(ApprovalWithdrawn, { ...task, ...decision, reason: 'Wrong price' }),
    admins: 'Bakery undid the approval of "Winter bread". Reason: Wrong price',
  },
  {
    name: 'an approval that was undone through a link',
    report: report(ApprovalWithdrawn, { ...task, ...byLink }),
    mails: ['receipt to owner'],
    about: byLink.decisionId,
    admins: 'Bakery undid the approval of "Winter bread".',
  },
  {
    name: 'a referral in the portal',
    report: report(TaskReferredBack, { ...task, ...referralData() }),
    mails: ['referred-back to ada', 'referred-back to ben'],
    admins: 'Bakery referred back "Winter bread".',
  },
  {
    name: 'a launch',
    report: report(TaskPosted, { ...task, previewNo: 1 }),
    mails: ['posted to owner'],
    owner: '"Winter bread" was posted.',
  },
  { name: 'a removal', report: report(TaskRemoved, { ...task, removedBy: 'owner' }), admins: 'Bakery removed the task "Winter bread".' },
  {
    name: 'a removal by an admin',
    report: report(TaskRemoved, { ...task, removedBy: 'admin', reason: 'Entered\ntwice' }),
    mails: ['task-removed to owner'],
    owner: 'Palmetto Works removed the task "Winter bread". Reason: Entered twice',
  },
  {
    name: 'an undone launch',
    report: report(LaunchUndone, { ...task, previewNo: 1, undoId: decision.decisionId, reason: 'Wrong picture' }),
    mails: ['launch-undone to owner'],
    about: decision.decisionId,
    owner: 'The launch of "Winter bread" was undone. Reason: Wrong picture',
  },
  {
    name: 'new links to a post',
    report: report(PostChanged, { ...task, changed: ['postedAt', 'postLinks'] }),
    owner: 'The links to the post of "Winter bread" were changed.',
  },
  {
    name: 'another time of a post',
    report: report(PostChanged, { ...task, changed: ['postedAt'] }),
    owner: 'The time of the post of "Winter bread" was changed.',
  },
  {
    name: 'a changed brief',
    report: report(TaskChanged, { ...task, changedBy: 'owner', changed: ['title', 'guidlines'], briefVersion: 2 }),
    mails: ['task-changed to ada', 'task-changed to ben'],
    admins: 'Bakery changed the brief of "Winter bread": title, guidelines.',
  },
  {
    name: 'a move by the owner, with the review date',
    report: report(TaskChanged, { ...move, changedBy: 'owner' }),
    mails: ['task-changed to ada', 'task-changed to ben'],
    admins: 'Bakery moved "Winter bread" from Mon, Mar 15, 2027 to Sat, Mar 20, 2027.',
  },
  {
    name: 'a move and a change by an admin',
    report: report(TaskChanged, { ...move, changedBy: 'admin', changed: [...move.changed, 'platforms'] }),
    mails: ['task-changed to owner'],
    owner: 'Palmetto Works moved "Winter bread" from Mon, Mar 15, 2027 to Sat, Mar 20, 2027, and changed its brief: platforms.',
  },
  {
    name: 'a withdrawn preview',
    report: report(PreviewWithdrawn, { ...task, previewNo: 2, currentPreviewNo: 1, isWaiting: true }),
    mails: ['task-changed to owner'],
    owner: 'Version 2 of "Winter bread" was withdrawn. Version 1 waits for your review again.',
  },
  {
    name: 'the only preview, withdrawn',
    report: report(PreviewWithdrawn, { ...task, previewNo: 1, currentPreviewNo: null, isWaiting: false }),
    mails: ['task-changed to owner'],
    owner: 'Version 1 of "Winter bread" was withdrawn. We will deliver a new one.',
  },
  {
    name: 'an email that bounced',
    report: report(RecipientUnreachable, { ...task, status: '5.1.1' }),
    admins: 'Our email to Bakery about "Winter bread" bounced. Please call.',
  },
]

it.each(cases)(
  '$name: requests the emails and adds the messages',
  async ({ report, mails = [], about = task._id, owner: text, admins }) => {
    await report()
    expect(await requested(about)).toEqual(mails)
    expect(await messages(false)).toEqual(text ? [text] : [])
    expect(await messages(true)).toEqual(admins ? [admins] : [])
    const { companyProfileId } = task
    expect(await rows()).toMatchObject([
      { audience_user: owner.userId, audience_admins: false, task_id: 42, company_profile_id: companyProfileId },
      { audience_user: null, audience_admins: true, task_id: 42, company_profile_id: companyProfileId },
    ])
  },
)

it.each([
  ['an approval', () => handle(TaskApproved, { ...task, ...byLink })],
  ['a referral', () => handle(TaskReferredBack, { ...task, ...referralData(), ...byLink })],
])('%s through a link causes a receipt to the owner besides the emails to the admins', async (_name, decide) => {
  await decide()
  expect(await requested()).toContain('receipt to owner')
  expect(await requested()).toHaveLength(3)
  expect(await db.selectFrom('mail').select('about').where('template', '=', 'receipt').execute()).toEqual([{ about: byLink.decisionId }])
})

it.each([
  [{ change: 'changed' as const }, 'Bakery changed how often "Winter bread" repeats: Every Friday. Next: Fri, Dec 18, 2026.'],
  [
    { change: 'changed' as const, nextDate: null },
    'Bakery changed how often "Winter bread" repeats: Every Friday. There are no further dates.',
  ],
  [{ change: 'ended' as const, nextDate: null }, 'Bakery stopped repeating "Winter bread".'],
  [{ change: 'skipped' as const, skippedDate: '2026-12-11' }, 'Bakery skips "Winter bread" on Fri, Dec 11, 2026. Next: Fri, Dec 18, 2026.'],
])('a series that was %o: the admins get a message, and all open screens reload', async (change, message) => {
  const { companyProfileId, companyName, ownerId, title } = task
  const series = {
    seriesId: crypto.randomUUID(),
    companyProfileId,
    companyName,
    ownerId,
    title,
    monthlyWeek: null,
    monthlyDayOfWeek: null,
    recurrenceEndDate: '2027-01-08',
    nextDate: '2026-12-18',
    ...change,
  }
  await handle(SeriesChanged, { ...series, recurrenceType: 'weekly', weeklyDayOfWeek: 'friday', changedBy: 'owner' })
  expect([await messages(true), await messages(false), await requested()]).toEqual([[message], [], []])
  expect((await rows()).map(({ audience_user, task_id }) => [audience_user, task_id])).toEqual([
    [owner.userId, null],
    [null, null],
  ])
  await handle(SeriesChanged, { ...series, recurrenceType: 'weekly', weeklyDayOfWeek: 'friday', changedBy: 'admin' })
  expect(await messages(false)).toEqual([message.replace('Bakery', 'Palmetto Works')])
})

describe('several changes by admins', () => {
  const changes = (about: typeof task) => handle(TaskChanged, { ...about, changedBy: 'admin', changed: ['title'], briefVersion: 2 })
  const toOwner = 'task-changed to owner'

  it('within ten minutes cause one email, which waits until then', async () => {
    await Promise.all([changes(task), changes(task)])
    await handle(PreviewWithdrawn, { ...task, previewNo: 2, currentPreviewNo: 1, isWaiting: true })
    expect(await requested(task._id)).toEqual([toOwner])
    const [work] = await works()
    expect(Date.parse(work?.due_at ?? '') - Date.now()).toBeGreaterThan(9 * 60_000)
    expect(await messages(false)).toHaveLength(3)
    await changes(newTask({ ownerId: owner.userId }))
    expect(await requested()).toEqual([toOwner, toOwner])
  })

  it.each(['running', 'done'] as const)('cause another email if the first is %s', async (state) => {
    await changes(task)
    await settle(state)
    await changes(task)
    expect(await requested(task._id)).toEqual([toOwner, toOwner])
  })
})

it('admins who get digests find a changed task in the next one', async () => {
  await sql`update task_email_choice set frequency = 'hourly'`.execute(db)
  await handle(TaskChanged, { ...task, changedBy: 'owner', changed: ['title'], briefVersion: 2 })
  expect(await requested()).toEqual([])
  const entries = await db.selectFrom('task_digest_entry').select('task_id').execute()
  expect(entries).toEqual([{ task_id: task._id }, { task_id: task._id }])
})

it('an email is requested once if its event is handled again', async () => {
  const preview = { ...task, ...previewData() }
  for (let count = 0; count < 2; count += 1) await handle(PreviewUploaded, preview)
  expect(await requested()).toEqual(['preview-ready to owner'])
})

it('the address of a user is stored with the request, if it is known', async () => {
  const [unknown, colleague] = [crypto.randomUUID(), newLink('colleague', crypto.randomUUID())]
  await handle(PreviewUploaded, { ...task, ...previewData(), reviewLinks: [colleague] })
  await handle(PreviewUploaded, { ...task, ...previewData(), ownerId: unknown })
  const stored = await db.selectFrom('mail').select(['recipient_id', 'recipient']).execute()
  expect(stored.map(({ recipient_id, recipient }) => [recipient_id, recipient])).toEqual(
    expect.arrayContaining([
      [owner.userId, owner.email],
      [colleague.recipientId, null],
      [unknown, null],
    ]),
  )
})

describe('a preview', () => {
  const preview = { ...task, ...previewData() }
  const colleague = newLink('colleague', crypto.randomUUID())
  const ownersLink = newLink('owner', owner.userId)
  const issue = (reviewLink: typeof ownersLink) =>
    handle(ReviewLinkIssued, { ...task, previewId: preview.previewId, previewNo: 1, reviewLink })
  const toOwner = 'preview-ready to owner'
  const toColleague = `preview-ready to ${colleague.recipientId}`

  it('is sent to the owner and to each colleague with a link, and the owner gets a message', async () => {
    await handle(PreviewUploaded, { ...preview, reviewLinks: [ownersLink, colleague] })
    expect(await requested(preview.previewId)).toEqual([toColleague, toOwner].sort())
    expect(await messages(false)).toEqual(['The preview of "Winter bread" is ready for your review.'])
    expect(new Set((await works()).map(({ queue }) => queue))).toEqual(new Set(['mail-tasks']))
  })

  it('is sent to the owner without a link, too', async () => {
    await handle(PreviewUploaded, preview)
    expect(await requested(preview.previewId)).toEqual([toOwner])
  })

  it('a further link causes a second email, unless the first is still queued: the queued email is sent now', async () => {
    await handle(PreviewUploaded, { ...preview, reviewLinks: [ownersLink, colleague] })
    await sql`update work set due_at = now() + interval '1 hour', wait = '1 hour'`.execute(db)
    await issue(newLink('owner', owner.userId))
    expect(await requested(preview.previewId)).toHaveLength(2)
    expect((await works()).filter(({ due_at }) => Date.parse(due_at) <= Date.now() + 1_000)).toHaveLength(1)
    for (const state of ['running', 'done'] as const) {
      await settle(state)
      await issue(newLink('owner', owner.userId))
      await issue(newLink('colleague', colleague.recipientId))
    }
    expect(await requested(preview.previewId)).toEqual([toColleague, toColleague, toColleague, toOwner, toOwner, toOwner].sort())
    expect(await messages(false)).toHaveLength(1)
  })

  it('whose further link is reported first is sent once to its recipient', async () => {
    await issue(ownersLink)
    await handle(PreviewUploaded, { ...preview, reviewLinks: [colleague] })
    expect(await requested(preview.previewId)).toEqual([toColleague, toOwner].sort())
  })

  it('is sent once if both events are handled at the same time', { tags: 'nightly' }, async () => {
    const previews = Array.from({ length: 20 }, () => ({ ...task, ...previewData() }))
    await Promise.all(
      previews.flatMap((data) => [
        handle(PreviewUploaded, data),
        handle(ReviewLinkIssued, { ...task, previewId: data.previewId, previewNo: 1, reviewLink: newLink('owner', owner.userId) }),
      ]),
    )
    expect(await requested()).toEqual(previews.map(() => toOwner))
  })
})

it('reminders are sent to their recipients, and the list of postings to all admins', async () => {
  const [reminderId, listId, colleagueId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const recipients = [
    { recipientKind: 'owner' as const, recipientId: owner.userId },
    { recipientKind: 'colleague' as const, recipientId: colleagueId },
  ]
  await handle(ReminderDue, { reminderId, isToAdmins: false, recipients })
  expect(await requested(reminderId)).toEqual(['reminder to owner', `reminder to ${colleagueId}`].sort())
  await db.deleteFrom('mail').execute()
  await sql`update task_email_choice set frequency = 'none'`.execute(db)
  await handle(ReminderDue, { reminderId: listId, isToAdmins: true, recipients: [] })
  expect(await requested(listId)).toEqual(['posting-soon to ada', 'posting-soon to ben'])
  expect(await rows()).toEqual([])
})

it('a task that must be posted now is reported to the admins, at once to those who chose emails, however often', async () => {
  const reminderId = crypto.randomUUID()
  await sql`update task_email_choice set frequency = case when user_id = ${ada.userId} then 'daily' else 'none' end`.execute(db)
  await handle(PostDue, { ...task, reminderId })
  expect(await requested(reminderId)).toEqual(['post-due to ada'])
  expect(await messages(true)).toEqual(['It is time to post "Winter bread" of Bakery.'])
})

it('a task that must be posted now is emailed only to the account manager of the company, if there is one who wants emails', async () => {
  const [toManager, toAll, toNobody] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  let version = 0
  const setManager = (managerId: string | null) =>
    handle(
      CompanyManagerChanged,
      { companyProfileId: task.companyProfileId, ownerId: owner.userId, managerId, change: 'changed' },
      ++version,
    )
  const aboutReminder = async (reminderId: string) => {
    await db.deleteFrom('mail').execute()
    await handle(PostDue, { ...task, reminderId })
    return requested(reminderId)
  }
  await setManager(ben.userId)
  expect(await aboutReminder(toManager)).toEqual(['post-due to ben'])
  await sql`update task_email_choice set frequency = 'none' where user_id = ${ben.userId}`.execute(db)
  expect(await aboutReminder(toNobody)).toEqual([])
  await setManager(null)
  expect(await aboutReminder(toAll)).toEqual(['post-due to ada'])
})

describe('findings in a delivered preview', () => {
  const previewId = crypto.randomUUID()
  const proofread = (findings: number, sureFindings: number) =>
    handle(PreviewProofread, { ...task, previewId, previewNo: 2, deliveredBy: ada.userId, findings, sureFindings })

  it('are a message and an email to the admin who delivered it. Of the others, only the open screens of admins refetch', async () => {
    await proofread(3, 1)
    expect(await requested(previewId)).toEqual(['preview-findings to ada'])
    expect((await rows()).map(({ audience_user, message }) => [audience_user, message])).toEqual([
      [null, ''],
      [ada.userId, 'There are 3 things to check in version 2 of "Winter bread" of Bakery.'],
    ])
  })

  it('cause no email if none is sure, or if the admin wants none', async () => {
    await proofread(1, 0)
    expect((await rows()).at(-1)?.message).toBe('There is 1 thing to check in version 2 of "Winter bread" of Bakery.')
    await sql`update task_email_choice set frequency = 'none'`.execute(db)
    await proofread(1, 1)
    expect(await requested()).toEqual([])
  })
})

it('a monthly report is a message and an email to the owner; a corrected one is named so', async () => {
  const { companyProfileId, companyName, ownerId } = task
  const reportId = crypto.randomUUID()
  await handle(ReportSent, { reportId, companyProfileId, companyName, ownerId, month: '2026-10', number: 1 })
  expect(await requested(reportId)).toEqual(['monthly-report to owner'])
  await handle(ReportSent, { reportId, companyProfileId, companyName, ownerId, month: '2026-10', number: 2 })
  const rows = await db.selectFrom('notification').select(['audience_admins', 'message']).where('message', '<>', '').orderBy('id').execute()
  expect(rows).toEqual([
    { audience_admins: false, message: 'Your report for October 2026 is ready.' },
    { audience_admins: false, message: 'Your corrected report for October 2026 is ready.' },
  ])
})

it('the code for a new browser is sent to the recipient of the link before other emails', async () => {
  const codeId = crypto.randomUUID()
  await handle(TaskPosted, { ...task, previewNo: 1 })
  await handle(ReviewCodeRequested, { codeId, reviewLink: newLink('colleague', crypto.randomUUID()) })
  const mail = await db.selectFrom('mail').select(['about', 'recipient_kind']).where('template', '=', 'review-code').execute()
  expect(mail).toEqual([{ about: codeId, recipient_kind: 'colleague' }])
  expect((await works()).map(({ priority }) => priority)).toEqual([0, 1])
})

describe('a referral with two events', () => {
  const referral = referralData()
  const { decisionId: _decision, ...later } = referral
  const status = () => handle(TaskReferredBack, { ...task, ...referral, hasFeedback: false })
  const feedback = () => handle(TaskReferredBack, { ...task, ...later })
  const isDue = async () => (await works()).map(({ due_at }) => Date.parse(due_at) <= Date.now() + 1_000)

  it.each([
    ['status first', [status, feedback]],
    ['feedback first', [feedback, status]],
  ])('%s: each admin gets one email at once after the feedback, and one message', async (_order, steps) => {
    for (const step of steps) await step()
    expect(await requested(task._id)).toEqual(['referred-back to ada', 'referred-back to ben'])
    expect(await isDue()).toEqual([true, true])
    expect(await messages(true)).toEqual(['Bakery referred back "Winter bread".'])
  })

  it('the email waits a minute for the feedback', async () => {
    await status()
    const [work] = await works()
    const seconds = (Date.parse(work?.due_at ?? '') - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThan(61)
  })

  it.each(['running', 'done'] as const)('a second email is sent if the first was %s when the feedback arrived', async (state) => {
    await status()
    await settle(state)
    await feedback()
    expect(await requested(task._id)).toEqual(['ada', 'ada', 'ben', 'ben'].map((name) => `referred-back to ${name}`))
  })
})

it('a removed admin gets no further email', async () => {
  await handle(UserChanged, userData('admin-removed', ada), 2)
  // This older event arrives late and is ignored.
  await handle(UserChanged, userData('admin-added', ada), 1)
  await handle(TaskApproved, { ...task, ...decision })
  expect(await requested()).toEqual(['approved to ben'])
})

it('an event for the admins is handled later if no admin is known yet', async () => {
  await clearTaskEmails(db)
  await expect(handle(TaskApproved, { ...task, ...decision })).rejects.toThrow('no event has reported an admin yet')
  expect(await rows()).toEqual([])
})
