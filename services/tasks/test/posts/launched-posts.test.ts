import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PostChanged, TaskPosted } from '@app/contracts/events/tasks.ts'
import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composing, toOwner } from '../mail/composing.ts'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, adminCreate, deliver, move, type Person, setUp, taskFields } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const X_POST = 'https://x.com/harborandpine/status/1860000000000000001'
/** In New York, this is 10:30 PM of the previous day. */
const LATE = '2026-11-20T03:30:00Z'
const NOW = '2026-11-21T17:00:00Z'

/** Returns an approved task for X and Facebook, which was created three days ago and is planned for 25 November. */
async function approved(fields: Record<string, string> = {}): Promise<Task> {
  const { app, db } = service
  const platforms = { platform_x: 'true', platform_fb: 'true' }
  const { _id }: Task = (await adminCreate(app, taskFields(owner.company._id, { ...platforms, ...fields }))).json()
  await sql`update task set created_at = created_at - interval '3 days' where id = ${_id}`.execute(db)
  await deliver(app, _id)
  return (await move(app, owner, _id, { currentStatus: 'Approved' })).json()
}

const launch = ({ _id }: Task, post: object = {}) => move(service.app, admin, _id, { currentStatus: 'Posted', ...post })
async function launched(post: object = {}): Promise<Task> {
  const response = await launch(await approved(), post)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const change = ({ _id, version }: Task, body: object, caller: Person = admin) =>
  service.app.inject({
    method: 'PUT',
    url: `/admin/post-links/${_id}`,
    payload: body,
    headers: { ...caller.headers, [IF_MATCH]: ifMatchOf(version) },
  })
const undo = ({ _id }: Task) =>
  service.app.inject({ method: 'POST', url: `/admin/undo-launch/${_id}`, payload: { reason: 'Wrong' }, headers: admin.headers })
const get = async (url: string, caller: Person = admin) => (await service.app.inject({ url, headers: caller.headers })).json()

test('a launch stores when and where the task was posted. Without a time, this is now', async () => {
  expect(await launched()).toMatchObject({ postedAt: NOW, postedOn: '2026-11-21', postLinks: {} })
  const task = await launched({ postedAt: '2026-11-19T22:30-05:00', postLinks: { platform_x: X_POST } })
  expect(task).toMatchObject({ postedAt: LATE, postedOn: '2026-11-19', postLinks: { platform_x: X_POST }, targetPostingDate: '2026-11-25' })
  const [event] = (await outboxOf(service.db as never, TaskPosted)).filter(({ subject }) => subject === task._id)
  expect(event?.data.targetPostingDate).toBe('2026-11-19')
  expect(JSON.stringify(event)).not.toContain(X_POST)
})

test.each([
  ['postedAt', { postedAt: '2026-11-21T17:06:00Z' }],
  ['postedAt', { postedAt: '2026-11-10T17:00:00Z' }],
  ['postedAt', { postedAt: '2026-11-20' }],
  ['postedAt', { postedAt: '2026-13-20T10:00Z' }],
  ['postLinks.platform_x', { postLinks: { platform_x: 'http://x.com/1' } }],
  ['postLinks.platform_x', { postLinks: { platform_x: 'https://ann:secret@x.com/1' } }],
  ['postLinks.platform_x', { postLinks: { platform_x: 'javascript:alert(1)' } }],
  ['postLinks.platform_x', { postLinks: { platform_x: 'https://localhost/1' } }],
  ['postLinks.platform_x', { postLinks: { platform_x: `https://x.com/${'é'.repeat(500)}` } }],
  ['postLinks.platform_insta', { postLinks: { platform_insta: 'https://www.instagram.com/p/1/' } }],
])('a launch with a wrong %s gets 422: %o', async (field, post) => {
  const task = await approved()
  const response = await launch(task, post)
  expect(response.json()).toMatchObject({ status: 422, errors: [{ field }] })
  expect(await get(`/task/${task._id}`)).toEqual(task)
})

test('five minutes ahead are allowed, and only a launch may contain these fields', async () => {
  expect(await launched({ postedAt: '2026-11-21T17:05:00Z' })).toMatchObject({ postedAt: '2026-11-21T17:05:00Z' })
  const task = await approved()
  const withdrawal = await move(service.app, owner, task._id, { currentStatus: 'Pending', postLinks: { platform_x: X_POST } })
  expect(withdrawal.json()).toMatchObject({ status: 422, errors: [{ field: 'postLinks' }] })
})

test('several tasks are launched in one request, each with its own time and links', async () => {
  const tasks = [await approved(), await approved(), await approved()]
  const posts = [{ postLinks: { platform_x: X_POST } }, { postedAt: LATE }, { postLinks: { platform_li: X_POST } }]
  const payload = { tasks: tasks.map(({ _id }, at) => ({ id: _id, idempotencyKey: crypto.randomUUID(), ...posts[at] })) }
  const response = await service.app.inject({ method: 'POST', url: '/admin/tasks/launch', payload, headers: admin.headers })
  const results: TaskResult[] = response.json().results
  expect(results.map(({ status }) => status)).toEqual([200, 200, 422])
  expect(results[0]?.task).toMatchObject({ postLinks: { platform_x: X_POST }, postedOn: '2026-11-21' })
  expect(results[1]?.task).toMatchObject({ postLinks: {}, postedAt: LATE })
})

test('calendars and lists show a posted task on the day on which it was posted. Its month is still the planned one', async () => {
  const task = await launched({ postedAt: LATE })
  const dayIds = async (date: string) =>
    (await get(`/admin/board/calendar/${date}?companyProfileId=${owner.company._id}`)).map(({ _id }: Task) => _id)
  expect(await dayIds('2026-11-19')).toContain(task._id)
  expect(await dayIds('2026-11-25')).not.toContain(task._id)
  const { days } = await get(`/admin/board/calendar?from=2026-11-19&to=2026-11-19&companyProfileId=${owner.company._id}`)
  expect(days[0].tasks[0]).toMatchObject({ postedOn: '2026-11-19', postedAt: LATE, targetPostingDate: '2026-11-25' })
  const byDate: Task[] = await get(`/admin/board/tasks?status=Posted&sort=target&companyProfileId=${owner.company._id}`)
  const dates = byDate.map(({ postedOn }) => postedOn ?? '')
  expect(dates).toEqual(dates.toSorted())

  await service.app.inject({ method: 'POST', url: `/task/calendar-feed/${owner.company._id}`, headers: owner.headers })
  const { url } = await get(`/task/calendar-feed/${owner.company._id}`, owner)
  const feed = (await service.app.inject({ url: new URL(url).pathname })).body
  const event = feed.split('BEGIN:VEVENT').find((text) => text.includes(`UID:${task._id}`))
  expect(event).toContain('DTSTART;VALUE=DATE:20261119\r\n')
})

test('an undone launch clears when and where, and the record keeps both', async () => {
  const task = await launched({ postedAt: LATE, postLinks: { platform_x: X_POST } })
  const undone: Task = (await undo(task)).json()
  expect(undone).toMatchObject({ currentStatus: 'Approved', postedAt: null, postedOn: null, postLinks: {} })
  const [entry]: RecordEntry[] = await get(`/company-record/${owner.company._id}?limit=1`)
  expect(entry).toMatchObject({ kind: 'undo-launch', launchPostedAt: LATE, launchPostLinks: { platform_x: X_POST } })
  const again: Task = (await launch(undone)).json()
  expect(again).toMatchObject({ postedAt: NOW, postLinks: {} })
})

test('the email says when and where. To an unconfirmed address, it contains no links', async () => {
  const mails = composing(service)
  const task = await launched({ postedAt: LATE, postLinks: { platform_x: X_POST } })
  const { text, html } = await mails.mail('posted', task._id, toOwner(owner))
  expect(text).toContain('Thu, Nov 19, 2026, 10:30 PM EST')
  for (const part of [text, html]) expect(part).toContain(X_POST)
  await sql`update owner_address set is_confirmed = false where owner_id = ${owner.id}`.execute(service.db)
  const neutral = await mails.mail('posted', task._id, toOwner(owner))
  expect(neutral.text).toContain('Thu, Nov 19, 2026, 10:30 PM EST')
  expect(neutral.text + neutral.html).not.toContain(X_POST)
  await sql`update owner_address set is_confirmed = true where owner_id = ${owner.id}`.execute(service.db)
})

describe('afterwards', () => {
  test('an admin replaces the links and corrects the time. Without a change, nothing happens', async () => {
    const task = await launched({ postedAt: LATE })
    const linked: Task = (await change(task, { postLinks: { platform_x: ` ${X_POST} ` } })).json()
    expect(linked).toMatchObject({ postedAt: LATE, postLinks: { platform_x: X_POST }, version: task.version + 1 })
    const same: Task = (await change(linked, { postLinks: { platform_x: X_POST }, postedAt: LATE })).json()
    expect(same).toEqual(linked)
    const corrected: Task = (await change(linked, { postLinks: {}, postedAt: '2026-11-20T15:00:00Z' })).json()
    expect(corrected).toMatchObject({ postedOn: '2026-11-20', postLinks: {} })
    const events = (await outboxOf(service.db as never, PostChanged)).filter(({ subject }) => subject === task._id)
    expect(events.map(({ data }) => data.changed)).toEqual([['postLinks'], ['postedAt', 'postLinks']])
    expect(JSON.stringify(events)).not.toContain(X_POST)
  })

  test('needs an admin, a posted task and valid links', async () => {
    const [posted, open] = [await launched(), await approved()]
    expect((await change(open, { postLinks: {} })).json()).toMatchObject({ status: 409, code: 'task-status', task: { _id: open._id } })
    expect((await change(posted, { postLinks: {} }, owner)).statusCode).toBe(403)
    expect((await change({ ...posted, _id: crypto.randomUUID() }, { postLinks: {} })).statusCode).toBe(404)
    expect((await change(posted, { postLinks: { platform_li: X_POST } })).statusCode).toBe(422)
    expect((await change(posted, { postLinks: {}, postedAt: '2026-11-22T10:00Z' })).statusCode).toBe(422)
    expect((await change(posted, { postLinks: { platform_x: '' } })).statusCode).toBe(400)
    expect((await change(posted, {})).statusCode).toBe(400)
    const unversioned = { method: 'PUT', url: `/admin/post-links/${posted._id}`, payload: { postLinks: {} } } as const
    expect((await service.app.inject({ ...unversioned, headers: admin.headers })).statusCode).toBe(428)
  })

  test('of two people, one changes the links. The other gets the current task', async () => {
    const task = await launched()
    const answers = await Promise.all(
      ['1', '2'].map((name) => change(task, { postLinks: { platform_fb: `https://www.facebook.com/posts/${name}` } })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'task-changed', task: { version: task.version + 1 } })
  })
})
