import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type PreviewEmailState, previewEmailStates, type WaitingPreview } from '@app/contracts/http/waiting.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REACH_MAX, selectEach } from '../src/board/task-page.repository.ts'
import { linkedRecipients, waitingRows } from '../src/board/waiting.repository.ts'
import { subscriptions } from '../src/consumers.ts'
import { colleagueSteps } from './colleagues/colleague-steps.ts'
import { bounceOf, inboundSteps } from './inbound/inbound-steps.ts'
import { reminderSteps } from './reminders/reminder-steps.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { addTaskRows, admin, deliver, move, NOON, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  link = reviewing(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await sql`delete from task`.execute(service.db)
  owner = await reviewer(service)
})

const get = (query = '', headers: Reviewer['headers'] = admin.headers) =>
  service.app.inject({ url: `/admin/board/waiting${query}`, headers })
const list = async (query = ''): Promise<WaitingPreview[]> => (await get(query)).json()
const rowOf = async ({ taskId }: Pick<Task, 'taskId'>) => (await list()).find((row) => row.taskId === taskId)

async function handle<C extends EventContract>(contract: C, data: EventData<C>): Promise<void> {
  const subscription = subscriptions(service.deps).find(({ event }) => event.type === contract.type)
  await service.db.transaction().execute(async (trx) => subscription?.handle(trx, { ...envelope(contract, data), data } as never))
}

const linkIdOf = async ({ _id }: Task): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from review_link where task_id = ${_id} order by id desc limit 1`.execute(service.db)
  return rows[0]?.id ?? ''
}
const sent = async (task: Task, sentAt: string) => {
  const recipient = { kind: 'owner', id: owner.id } as const
  await handle(EmailSettled, { topic: 'preview-ready', about: crypto.randomUUID(), recipient, returnId: await linkIdOf(task), sentAt })
}
const bounce = async (task: Task) => inboundSteps(service).report(await linkIdOf(task), bounceOf())
const reminded = async (task: Task, previewNo: number, sentAt: string) =>
  handle(
    EmailSettled,
    await reminderSteps(service).listedReminder(owner, [{ taskId: task._id, previewNo, reviewLinkId: await linkIdOf(task) }], sentAt),
  )

describe('a waiting preview', () => {
  test('shows its recipients, the state of the email, the time of the opening, the reminders and the phone number', async () => {
    await sql`update company set profile = profile || '{"phone": "8035550142"}' where id = ${owner.company._id}`.execute(service.db)
    const task = await taskIn(service.app, owner, 'Previewed')
    expect(await rowOf(task)).toMatchObject({
      taskId: task.taskId,
      companyName: owner.company.companyName,
      previewNo: 1,
      hasFreshPreview: true,
      waitingSince: expect.any(String),
      phone: '8035550142',
      reach: 'unopened',
      reviewLinks: true,
      isOwnerConfirmed: true,
      remindedAt: null,
      remindersSent: 0,
      recipients: [{ kind: 'owner', address: 'maria@harborpine.example', hasLink: true, sentAt: null, bouncedAt: null, openedAt: null }],
    })
    await sent(task, '2026-11-21T17:00:05.000Z')
    await link.review(await link.tokenOf(task))
    await reminded(task, 1, '2026-11-22T14:00:00.000Z')
    await reminded(task, 1, '2026-11-24T14:00:00.000Z')
    const row = await rowOf(task)
    expect(row).toMatchObject({ reach: 'opened', remindersSent: 2 })
    expect(Date.parse(row?.remindedAt ?? '')).toBe(Date.parse('2026-11-24T14:00:00Z'))
    expect(Date.parse(row?.recipients[0]?.sentAt ?? '')).toBe(Date.parse('2026-11-24T14:00:00Z'))
    expect(row?.recipients[0]?.openedAt).toEqual(expect.any(String))
  })

  test('waits for colleagues who may decide, and not for colleagues who may only look', async () => {
    const colleagues = colleagueSteps(service)
    await taskIn(service.app, owner, 'Previewed')
    const looks = await colleagues.colleagueOf(owner, { email: 'ben@harborpine.example', may: 'look' })
    const decides = await colleagues.colleagueOf(owner, { email: 'ana@harborpine.example' })
    const { task, tokenFor } = await colleagues.delivered(owner, { isOpened: false })
    await link.review(tokenFor(looks))
    expect(await rowOf(task)).toMatchObject({
      reach: 'unopened',
      recipients: [
        { kind: 'owner', name: null, openedAt: null },
        { kind: 'colleague', name: 'Ana Ruiz', address: 'ana@harborpine.example', openedAt: null, bouncedAt: null },
      ],
    })
    await link.review(tokenFor(decides))
    expect(await rowOf(task)).toMatchObject({ reach: 'opened' })
    expect((await list('?reach=opened')).map(({ taskId }) => taskId)).toEqual([task.taskId])
    await inboundSteps(service).report(decides._id, bounceOf())
    const bounced = await rowOf(task)
    expect(bounced).toMatchObject({ emailBounced: false, recipients: [{ kind: 'owner' }, { bouncedAt: expect.any(String) }] })
    await colleagues.remove(owner, decides)
    expect(await rowOf(task)).toMatchObject({ reach: 'unopened', recipients: [{ kind: 'owner' }] })
  })

  test('resets the state of the email and the number of reminders when the next preview is delivered', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await sent(task, '2026-11-21T17:00:05.000Z')
    await reminded(task, 1, '2026-11-22T14:00:00.000Z')
    await bounce(task)
    expect(await rowOf(task)).toMatchObject({ reach: 'bounced', emailBounced: true, remindersSent: 1 })
    await deliver(service.app, task._id)
    const row = await rowOf(task)
    expect(row).toMatchObject({ previewNo: 2, reach: 'unopened', emailBounced: false, remindersSent: 0, remindedAt: null })
    expect(row?.recipients).toMatchObject([{ sentAt: null, bouncedAt: null, openedAt: null }])
    // A late event about an older preview changes nothing.
    await reminded(task, 1, '2026-11-23T14:00:00.000Z')
    expect(await rowOf(task)).toMatchObject({ remindersSent: 0, remindedAt: null })
  })

  test('a reminder that an admin requests is counted when the email was sent', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const url = `/admin/tasks/${task._id}/remind`
    expect((await service.app.inject({ method: 'POST', url, headers: admin.headers })).statusCode).toBe(200)
    expect(await rowOf(task)).toMatchObject({ remindersSent: 0, remindedAt: expect.any(String) })
    await reminded(task, 1, NOON.toISOString())
    expect(await rowOf(task)).toMatchObject({ remindersSent: 1 })
  })

  test('without review links, or with an unconfirmed address, the owner decides in the portal', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const url = `/task/review-settings/${owner.company._id}`
    const payload = { reviewLinks: false, codeForNewBrowser: false }
    await service.app.inject({ method: 'PUT', url, payload, headers: owner.headers })
    const unlinked = { reach: 'no-email', recipients: [{ kind: 'owner', address: 'maria@harborpine.example', hasLink: false }] }
    expect(await rowOf(task)).toMatchObject({ ...unlinked, reviewLinks: false })

    const unconfirmed = await reviewer(service, { isConfirmed: false })
    const other = await taskIn(service.app, unconfirmed, 'Previewed')
    expect(await rowOf(other)).toMatchObject({ ...unlinked, reviewLinks: true, isOwnerConfirmed: false })
  })

  test('is removed from the list by a decision, and returns when the approval is withdrawn', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const statuses = ['Pending', 'Roll Back', 'Approved', 'Posted'] as const
    for (const status of statuses) await taskIn(service.app, owner, status)
    const numbers = async () => (await list()).map(({ taskId }) => taskId)
    expect(await numbers()).toEqual([task.taskId])
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    expect(await numbers()).toEqual([])
    await move(service.app, owner, task._id, { currentStatus: 'Pending' })
    expect(await numbers()).toEqual([task.taskId])
    await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
    expect(await numbers()).toEqual([])
  })
})

describe('the list', () => {
  /** Adds waiting previews with the given posting dates, without review links. */
  async function addWaiting(...targets: (string | undefined)[]): Promise<void> {
    for (const target of targets)
      await addTaskRows(service.db, owner.company._id, { title: `Post ${target ?? 'some day'}`, target, picture: 'public/a.png' })
  }

  async function everyPage(query: string): Promise<string[]> {
    const titles: string[] = []
    let next: string | undefined = `?limit=2${query}`
    while (next) {
      const page: Awaited<ReturnType<typeof get>> = await get(next)
      titles.push(...page.json<WaitingPreview[]>().map(({ title }) => title))
      next = /^<\/admin\/board\/waiting(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    return titles
  }

  test('is sorted by posting date over all pages, and is searched by words and numbers', async () => {
    await addWaiting('2026-12-01', undefined, '2026-11-20', '2026-11-25', '2026-11-20')
    const inOrder = ['2026-11-20', '2026-11-20', '2026-11-25', '2026-12-01', 'some day'].map((day) => `Post ${day}`)
    expect(await everyPage('')).toEqual(inOrder)
    expect(await everyPage('&reach=no-email')).toEqual(inOrder)
    expect(await everyPage('&search=some%20post')).toEqual(['Post some day'])
    expect(await everyPage(`&search=${encodeURIComponent(owner.company.companyName)}&reach=no-email`)).toEqual(inOrder)
    const [first] = await list()
    expect(await everyPage(`&search=%23${first?.taskId}&reach=no-email`)).toEqual(['Post 2026-11-20'])
    expect(await everyPage(`&search=${first?.taskId}&reach=bounced`)).toEqual([])
  })

  test('each preview is in exactly one state of its email', async () => {
    const tasks: Record<PreviewEmailState, Task> = {
      unopened: await taskIn(service.app, owner, 'Previewed'),
      bounced: await taskIn(service.app, owner, 'Previewed'),
      opened: await taskIn(service.app, owner, 'Previewed'),
      'no-email': await taskIn(service.app, owner, 'Previewed'),
    }
    await link.review(await link.tokenOf(tasks.opened))
    await link.review(await link.tokenOf(tasks.bounced))
    await bounce(tasks.bounced)
    await sql`delete from review_link where task_id = ${tasks['no-email']._id}`.execute(service.db)
    for (const reach of previewEmailStates) {
      for (const query of [`?reach=${reach}`, `?reach=${reach}&search=previewed`, `?reach=${reach}&search=${tasks[reach].taskId}`]) {
        expect(
          (await list(query)).map((row) => [row.taskId, row.reach]),
          query,
        ).toEqual([[tasks[reach].taskId, reach]])
      }
    }
    // An opened link to an older preview does not count.
    await deliver(service.app, tasks.opened._id)
    expect(await list('?reach=opened')).toEqual([])
  })

  test('a filter by the state of the email considers a limited number of previews, the most urgent ones first', {
    tags: 'nightly',
  }, async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await link.review(await link.tokenOf(task))
    await addTaskRows(service.db, owner.company._id, { target: '2026-11-20', picture: 'public/a.png', count: REACH_MAX })
    expect(await list('?reach=opened')).toEqual([])
    await sql`delete from task where task_id = (select max(task_id) from task)`.execute(service.db)
    expect(await list('?reach=opened')).toMatchObject([{ taskId: task.taskId }])
  })

  test('is only for admins, and rejects unknown parameters', async () => {
    expect((await get('', owner.headers)).statusCode).toBe(403)
    expect((await service.app.inject({ url: '/admin/board/waiting' })).statusCode).toBe(401)
    const malformed = ['?reach=nowhere', '?limit=101', '?limit=0', `?search=${'a'.repeat(101)}`, '?cursor=W10']
    for (const query of malformed) expect((await get(query)).statusCode, query).toBe(400)
  })

  test('reads only indexes', async () => {
    await addTaskRows(service.db, owner.company._id, { picture: 'public/a.png', count: 2_000 })
    await sql`
      insert into review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at)
      select gen_random_uuid(), id, 1, 'owner', ${owner.id}, 'maria@harborpine.example', now() from task`.execute(service.db)
    const queries = {
      ...Object.fromEntries(
        [undefined, ...previewEmailStates].map((reach) => [
          reach ?? 'all',
          selectEach({ statuses: ['Pending'], turn: 'owner', reach, sort: 'due', limit: 10 }, sql`task`, 10)[0] ?? sql``,
        ]),
      ),
      facts: waitingRows([1, 2]),
      recipients: linkedRecipients([1, 2]),
    }
    const plans = await service.db.transaction().execute(async (trx) => {
      // Until the end of a transaction, no other one changes these statistics, in particular autovacuum.
      await sql`analyze task, review_link`.execute(trx)
      // With few rows, Postgres would scan the tables or sort the rows. If these plans are disabled, Postgres uses the indexes.
      for (const method of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.ref(`enable_${method}`)} = off`.execute(trx)
      const plans: [query: string, plan: string][] = []
      for (const [name, query] of Object.entries(queries)) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
        plans.push([name, rows.map((row) => row['QUERY PLAN']).join('\n')])
      }
      return plans
    })
    const indexes: Record<string, string> = { bounced: 'task_bounced_day', facts: 'task_task_id_key', recipients: 'review_link_task' }
    for (const [name, plan] of plans) {
      expect(plan, name).not.toContain('Seq Scan')
      expect(plan, name).toContain(indexes[name] ?? 'task_turn_day')
      if (['all', ...previewEmailStates].includes(name)) expect(plan, name).not.toContain('Sort')
    }
  })
})
