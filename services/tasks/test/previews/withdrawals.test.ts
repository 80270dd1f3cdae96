import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import { PreviewWithdrawn } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit } from '../briefs/brief-steps.ts'
import { composing, toOwner } from '../mail/composing.ts'
import { noteSteps } from '../preview-notes/note-steps.ts'
import { reminderSteps } from '../reminders/reminder-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, completeFiles, deliver, giveFeedback, move, onDraft, previewsOf, read, setUp, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
let links: ReturnType<typeof reviewing>
beforeAll(async () => {
  service = await setUp()
  links = reviewing(service)
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const fresh = async ({ _id }: Pick<Task, '_id'>): Promise<Task> => (await read(service.app, owner, _id)).json()
const withdraw = ({ _id }: Pick<Task, '_id'>, body: object, caller: { headers: Record<string, string> } = admin) =>
  service.app.inject({ method: 'POST', url: `/admin/withdraw-preview/${_id}`, payload: body, headers: caller.headers })

test('without an earlier preview, the task is Pending again. Only the team sees the preview, with who withdrew it and why', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const response = await withdraw(task, { previewNo: 1, reason: ' Wrong company ', version: task.version })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({
    currentStatus: 'Pending',
    previewNo: null,
    previewBriefVersion: null,
    doneTaskImage: null,
    doneTaskThumbnail: null,
    version: task.version + 1,
  })
  expect(await previewsOf(service.app, owner, task._id)).toEqual([])
  expect(await previewsOf(service.app, admin, task._id)).toMatchObject([
    {
      number: 1,
      state: 'withdrawn',
      withdrawnBy: admin.id,
      withdrawnReason: 'Wrong company',
      withdrawnAt: expect.any(String),
      isCurrent: false,
    },
  ])
  const events = (await outboxOf(service.db as never, PreviewWithdrawn)).filter(({ subject }) => subject === task._id)
  expect(events).toMatchObject([{ data: { previewNo: 1, currentPreviewNo: null, isWaiting: false, ownerId: owner.id } }])
  expect(JSON.stringify(events)).not.toContain('Wrong company')
  await deliver(service.app, task._id)
  expect((await fresh(task)).previewNo).toBe(2)
})

describe('the newest delivered preview before it is current again', () => {
  test('it waits again if it was not decided on, with the state of the brief at its delivery', async () => {
    const { task, token } = await links.linked(owner)
    await edit(service.app, owner, await fresh(task), { headline: 'Other' })
    await deliver(service.app, task._id)
    const second = await links.tokenOf(task)
    expect(await fresh(task)).toMatchObject({ previewNo: 2, previewBriefVersion: 2 })
    const withdrawn: Task = (await withdraw(task, { previewNo: 2 })).json()
    expect(withdrawn).toMatchObject({
      currentStatus: 'Pending',
      previewNo: 1,
      previewBriefVersion: 1,
      briefVersion: 2,
      doneTaskImage: task.doneTaskImage,
    })
    expect(await links.review(second)).toMatchObject({
      state: 'withdrawn',
      preview: null,
      task: null,
      company: null,
      decision: null,
      currentPreviewNo: 1,
      canResend: true,
    })
    expect((await links.review(token)).state).toBe('open')
    expect((await links.approve(second, { previewNo: 2 })).json()).toMatchObject({ status: 410, review: { state: 'withdrawn' } })
    expect((await links.resend(second)).statusCode).toBe(202)
    expect((await links.approve(token)).statusCode).toBe(200)
  })

  test('the task is Roll Back if it was referred back, also if its picture got smaller copies since', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer' })
    await deliver(service.app, task._id)
    await completeFiles(service.deps)
    const withdrawn: Task = (await withdraw(task, { previewNo: 2 })).json()
    expect(withdrawn).toMatchObject({ currentStatus: 'Roll Back', previewNo: 1 })
    expect(withdrawn.doneTaskImage).toBe(withdrawn.rollbackFeedback.at(-1)?.doneTaskImage)
    const row = await service.db.selectFrom('task_counts').selectAll().where('company_id', '=', owner.company._id).executeTakeFirstOrThrow()
    const all = await service.db.selectFrom('task').select('status').where('company_id', '=', owner.company._id).execute()
    expect(row.roll_back).toBe(all.filter(({ status }) => status === 'Roll Back').length)
    expect((await move(service.app, owner, task._id, { currentStatus: 'Approved' })).statusCode).toBe(409)
    await deliver(service.app, task._id)
    expect(await fresh(task)).toMatchObject({ currentStatus: 'Pending', previewNo: 3 })
  })

  test('it must be approved again if the withdrawn preview had cleared its approval', async () => {
    const { task, token } = await links.linked(owner)
    await links.approve(token)
    await deliver(service.app, task._id)
    expect((await withdraw(task, { previewNo: 2 })).json()).toMatchObject({
      currentStatus: 'Pending',
      previewNo: 1,
      approvedPreviewNo: null,
    })
    expect(await links.review(token)).toMatchObject({ state: 'open', decision: null })
  })

  test('withdrawn previews in between are skipped', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    for (const previewNo of [2, 3]) {
      await deliver(service.app, task._id)
      expect((await withdraw(task, { previewNo })).json().previewNo).toBe(1)
    }
  })
})

test.each([
  ['Pending', {}],
  ['Roll Back', {}],
  ['Approved', {}],
  ['Posted', {}],
  ['Previewed', { previewNo: 2 }],
  ['Previewed', { version: 1 }],
] as const)('a task that is %s with %o gets 409 with the current task', async (status, body) => {
  const task = await taskIn(service.app, owner, status)
  const response = await withdraw(task, { previewNo: 1, ...body })
  expect(response.json()).toMatchObject({ status: 409, task: { _id: task._id, version: task.version } })
})

test('owners cannot withdraw previews', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  expect((await withdraw(task, { previewNo: 1 }, owner)).statusCode).toBe(403)
})

test('a withdrawn preview cannot be checked, deleted or delivered again', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const { preview } = (await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })).json()
  await onDraft(service.app, admin, preview._id, 'deliver')
  await withdraw(task, { previewNo: 1 })
  const statuses = [
    await onDraft(service.app, admin, preview._id, 'deliver'),
    await onDraft(service.app, admin, preview._id, 'check'),
    await service.app.inject({ method: 'DELETE', url: `/admin/previews/${preview._id}`, headers: admin.headers }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([409, 409, 409])
})

test('emails about it become obsolete, and reminders stop', async () => {
  const { task } = await links.linked(owner)
  const [preview] = await previewsOf(service.app, owner, task._id)
  const ask = composing(service)
  expect(await ask.status('preview-ready', preview?._id ?? '', toOwner(owner))).not.toBe(410)
  const steps = reminderSteps(service)
  await service.app.inject({ method: 'POST', url: `/admin/tasks/${task._id}/remind`, headers: admin.headers })
  const reminder = (await steps.dueReminders()).at(-1)
  await withdraw(task, { previewNo: 1 })
  expect(await ask.status('preview-ready', preview?._id ?? '', toOwner(owner))).toBe(410)
  const mail = await steps.compose(reminder?.reminderId ?? '', { kind: 'owner', id: owner.id })
  expect(mail?.text ?? '').not.toContain(`(#${task.taskId})`)
})

describe('notes on it', () => {
  test('stay for the team only', async () => {
    const notes = noteSteps(service)
    const { task, token } = await links.linked(owner)
    const { _id: previewId } = await notes.preview(owner, task)
    const note = await notes.written(owner, task, previewId)
    await withdraw(task, { previewNo: 1 })
    expect(await notes.listed(owner, task)).toEqual([])
    expect((await notes.listed(admin, task)).map(({ _id }) => _id)).toEqual([note._id])
    const statuses = [
      await notes.reply(owner, note._id, 'Hello?'),
      await notes.add(owner, task, { previewId, body: 'Warmer' }),
      await notes.listBy(token),
      await notes.addBy(token, { previewId, body: 'Warmer' }),
      await notes.add(admin, task, { previewId, body: 'For all' }),
      await notes.add(admin, task, { previewId, body: 'For us', visibility: 'team' }),
      await notes.reply(admin, note._id, 'For us'),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 404, 410, 410, 409, 201, 201])
    const events = (await outboxOf(service.db as never, PreviewNoteChanged)).filter(({ data }) => data.noteId === note._id)
    expect(events.map(({ data }) => [data.change, data.visibility])).toEqual([
      ['added', 'everyone'],
      ['replied', 'team'],
    ])
  })
})
