import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscriptions } from '../../src/consumers.ts'
import { addDueReminders } from '../../src/reminders/start-reminders.ts'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { bounceOf, inboundSteps } from '../inbound/inbound-steps.ts'
import { noteSteps } from '../preview-notes/note-steps.ts'
import { reminderSteps } from '../reminders/reminder-steps.ts'
import { countDeadlocks, secondReplica } from '../replicas.ts'
import { change, runJob } from '../series/series-setup.ts'
import { admin, deliver, giveFeedback, move, remove, setUp } from '../setup.ts'
import { reviewer, reviewing } from './reviewing.ts'

const TASKS = 24

let service: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  service = await setUp()
})
afterEach(() => service.stop())

async function handle<E extends EventContract>(event: E, data: EventData<E>): Promise<void> {
  const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
  await inTransaction(service.db, async (trx) => subscription?.handle(trx, envelope(event, data) as never))
}

test('parallel decisions, deliveries, launches, removals, changes of series, new occurrences, settings, colleagues, resets, reminders, bounces and notes of a company do not deadlock', async () => {
  const owner = await reviewer(service)
  const { id: recipientId, company } = owner
  const second = await secondReplica(service)
  const apps = [service.app, second.app] as const
  const [one, two] = [reviewing(service), reviewing({ ...service, app: second.app })]
  const [colleagues, inbound] = [colleagueSteps(service), inboundSteps(service)]
  await one.linked(owner)
  const [stays, goes] = [await colleagues.colleagueOf(owner), await colleagues.colleagueOf(owner)]
  const linked: { task: Task; token: string; colleagues: string }[] = []
  for (let count = 0; count < TASKS; count += 1) {
    const { task, owners, tokenFor } = await colleagues.delivered(owner)
    linked.push({ task, token: owners, colleagues: tokenFor(stays) })
  }
  const previews = linked.map(({ task, token }) => {
    const reviewLinkId = service.deps.reviewKeys.linkIdOf(token)
    if (!reviewLinkId) throw new Error('The token of a new link is not valid')
    return { taskId: task._id, previewNo: 1, reviewLinkId }
  })
  const notes = [noteSteps(service), noteSteps({ ...service, app: second.app })] as const
  const previewIds = await Promise.all(linked.map(async ({ task }) => (await notes[0].preview(owner, task))._id))
  const launch = { currentStatus: 'Posted', acceptUnconfirmed: true }
  const setReviewLinks = (reviewLinks: boolean) =>
    service.app.inject({
      method: 'PUT',
      url: `/task/review-settings/${company._id}`,
      payload: { reviewLinks, codeForNewBrowser: false },
      headers: owner.headers,
    })
  const requests = linked.flatMap(({ task: { _id, seriesId }, token, colleagues: own }, n) => {
    if (n % 8 === 0) return [two.approve(own), one.referBack(token), colleagues.change(owner, stays, n % 16 ? 'look' : 'decide')]
    if (n % 4 === 0) return [one.approve(token), two.referBack(own), deliver(apps[1], _id)]
    if (n % 4 === 1)
      return [
        move(apps[0], owner, _id, { currentStatus: 'Approved' }),
        two.undo(token),
        move(apps[1], admin, _id, launch),
        change(apps[0], owner, seriesId, { recurrenceType: 'bi-weekly', recurrenceEndDate: '2026-12-31' }),
      ]
    if (n % 4 === 2) return [giveFeedback(apps[1], owner, _id, { feedback: 'Warmer' }), one.approve(token), two.resend(token)]
    return [one.approve(token), move(apps[1], admin, _id, launch), remove(apps[0], owner, _id)]
  })
  const sentAt = service.deps.now().toISOString()
  const sentReminder = await reminderSteps(service).listedReminder(owner, previews, sentAt)
  const mail = { topic: 'preview-ready', about: crypto.randomUUID(), recipient: { kind: 'owner' as const, id: recipientId } }
  const events = [0, 1, 2].flatMap((round) => [
    handle(EmailSettled, sentReminder),
    handle(PasswordChanged, { userId: recipientId, role: 'owner', tokensInvalidBefore: 1 }),
    ...previews
      .slice(0, 6)
      .map(({ reviewLinkId }) =>
        round === 1 ? inbound.report(reviewLinkId, bounceOf()) : handle(EmailSettled, { ...mail, returnId: reviewLinkId, sentAt }),
      ),
  ])
  const noted = linked.flatMap(({ task, token }, n) => {
    const note = { previewId: previewIds[n], body: 'Warmer' }
    return [notes[0].addBy(token, note), notes[1].add(owner, task, note), notes[1].add(admin, task, note)]
  })
  const settings = [false, true].map(setReviewLinks)
  const changes = [
    colleagues.remove(owner, goes),
    colleagues.leave(colleagues.tokenOf(stays)),
    colleagues.accept(colleagues.tokenOf(stays)),
    colleagues.invite(owner),
  ]
  const bounces = [stays, goes].map(({ _id }) => inbound.report(_id, bounceOf()))
  const remind = ({ app }: Pick<typeof service, 'app'>, { _id }: Task) =>
    app.inject({ method: 'POST', url: `/admin/tasks/${_id}/remind`, headers: admin.headers })
  const reminders = linked.map(({ task }, n) => remind(n % 2 ? service : second, task))
  const dueReminders = () => addDueReminders(service.deps, new AbortController().signal)
  const jobs = Array.from({ length: 4 }, () => [runJob(service.deps, '2026-11-23'), dueReminders()]).flat()
  const [responses] = await Promise.all([
    Promise.all([...requests, ...noted, ...settings, ...changes, ...reminders]),
    Promise.all([...events, ...bounces]),
    Promise.all(jobs),
  ])
  expect(responses.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
  const check = await service.app.inject({ url: `/company-record/${company._id}/verify`, headers: owner.headers })
  expect(check.json()).toMatchObject({ problem: null })
  await second.stop()
  expect(await countDeadlocks(service)).toBe(0)
})

test('reminders that admins ask for, for all tasks of a company at the same time, do not deadlock with sent reminders and confirmations', async () => {
  const owner = await reviewer(service)
  const second = await secondReplica(service)
  const steps = reminderSteps(service)
  const linked: Task[] = []
  for (let count = 0; count < TASKS; count += 1) linked.push((await reviewing(service).linked(owner)).task)
  await sql`delete from review_link where task_id = any(${linked.slice(0, TASKS / 2).map(({ _id }) => _id)}::uuid[])`.execute(service.db)
  // The previews have waited for three days, so the job adds a reminder, too.
  await sql`update review_link set expires_at = expires_at - interval '3 days'`.execute(service.db)
  const previews = linked.map(({ _id }) => ({ taskId: _id, previewNo: 1 }))
  const sentAt = '2026-11-19T17:00:00.000Z'
  const sent = [await steps.listedReminder(owner, previews, sentAt), await steps.listedReminder(owner, previews.toReversed(), sentAt)]
  const remind = ({ _id }: Task, n: number) =>
    (n % 2 ? service.app : second.app).inject({ method: 'POST', url: `/admin/tasks/${_id}/remind`, headers: admin.headers })
  const account = { userId: owner.id, email: 'maria@harborpine.example', username: 'Maria', role: 'owner', emailVerified: true } as const
  const [responses] = await Promise.all([
    Promise.all([...linked.map(remind), ...linked.toReversed().map(remind)]),
    ...sent.map((data) => handle(EmailSettled, data)),
    handle(UserChanged, { change: 'verified', ...account }),
    addDueReminders(service.deps, new AbortController().signal),
  ])
  expect(responses.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
  const mails = (await steps.sendReminders()).filter(({ recipient }) => recipient.id === owner.id)
  expect(mails.map(({ subject }) => subject)).toEqual([`${TASKS} previews are waiting for your review`])
  await second.stop()
  expect(await countDeadlocks(service)).toBe(0)
})
