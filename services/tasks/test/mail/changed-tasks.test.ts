import { NOTHING } from '@app/chassis/testing/mail-requests.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit, moveTo } from '../briefs/brief-steps.ts'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, create, deliver, move, read, remove, setUp, taskFields, taskIn } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let owner: Reviewer
let unconfirmed: Reviewer
let other: Reviewer
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
  owner = await reviewer(service)
  unconfirmed = await reviewer(service, { isConfirmed: false })
  other = await reviewer(service)
})
afterAll(() => service.stop())

const fresh = async ({ _id }: Pick<Task, '_id'>): Promise<Task> => (await read(service.app, admin, _id)).json()
const edited = async (caller: { id: string } & Parameters<typeof edit>[1], task: Pick<Task, '_id'>, fields: Record<string, string>) => {
  const response = await edit(service.app, caller, await fresh(task), fields)
  if (response.statusCode !== 200) throw new Error(response.body)
}
let month = 0
/** Each task has another month, because of the monthly limit. */
async function newTask(of: Reviewer = owner): Promise<Task> {
  month += 1
  const dates = { submissionForReview: `${2027 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01` }
  const targetPostingDate = dates.submissionForReview.replace(/01$/, '10')
  return (await create(service.app, of, taskFields(of.company._id, { ...dates, targetPostingDate }))).json()
}
const correct = (url: string, body: object) => service.app.inject({ method: 'POST', url, payload: body, headers: admin.headers })

describe('task-changed', () => {
  test('tells an admin what the owner changed since the current preview, and the current state', async () => {
    const task = await newTask()
    await edited(owner, task, { headline: 'Before the preview' })
    await deliver(service.app, task._id)
    await edited(owner, task, { guidlines: 'No red', platform_fb: 'true' })
    await edited(admin, task, { tagline: 'By the team' })
    const mail = await ask.mail('task-changed', task._id, toAdmin)
    expect(mail).toMatchObject({ subject: 'Changed by Palm Bakery: Autumn sale', threadId: task._id })
    expect(mail.text).toContain('Changed since version 1: guidelines, platforms.')
    expect(mail.text).toContain('Guidelines: No red\nPlatforms: Facebook')
    expect(mail.text).not.toMatch(/Before the preview|By the team/)
    const digest = await ask.mail('task-digest', NOTHING, toAdmin, [task._id])
    expect(digest).toEqual(mail)
    await deliver(service.app, task._id)
    expect(await ask.status('task-changed', task._id, toAdmin)).toBe(410)
    expect(await ask.status('task-digest', NOTHING, toAdmin, [task._id])).toBe(410)
  })

  test('tells the owner what the team changed since the task was created, with the former date', async () => {
    const task = await newTask()
    await edited(owner, task, { tagline: 'By the owner' })
    await edited(admin, task, { title: 'Winter sale' })
    await moveTo(service.app, admin, await fresh(task), task.targetPostingDate?.replace(/10$/, '12') ?? '')
    const mail = await ask.mail('task-changed', task._id, toOwner(owner))
    expect(mail.subject).toBe('Changed by our team: Winter sale')
    expect(mail.text).toContain('Changed since the task was created: title, posting date.')
    expect(mail.text).toMatch(/Posting due: \w{3}, \w{3} 12, 20/)
    expect(mail.text).toMatch(/Posting date before: \w{3}, \w{3} 10, 20/)
    expect(mail.text).not.toContain('By the owner')
  })

  test('is obsolete if everything is as before, after the launch, and after the removal', async () => {
    const task = await newTask()
    await edited(admin, task, { tagline: 'New' })
    await edited(admin, task, { tagline: '' })
    expect(await ask.status('task-changed', task._id, toOwner(owner))).toBe(410)
    await edited(admin, task, { tagline: 'New' })
    expect(await ask.status('task-changed', task._id, toOwner(owner))).toBe(200)
    await remove(service.app, owner, task._id)
    expect(await ask.status('task-changed', task._id, toOwner(owner))).toBe(410)
    const posted = await taskIn(service.app, owner, 'Approved')
    await edited(admin, posted, { tagline: 'New' })
    await move(service.app, admin, posted._id, { currentStatus: 'Posted' })
    expect(await ask.status('task-changed', posted._id, toOwner(owner))).toBe(410)
  })

  test('contains no text of an owner with an unconfirmed address', async () => {
    const task = await newTask(unconfirmed)
    await edited(admin, task, { title: 'Winter sale' })
    const mail = await ask.mail('task-changed', task._id, toOwner(unconfirmed))
    expect(mail.text).toContain('Changed since the task was created: title.')
    expect(mail.subject + mail.text + mail.html).not.toMatch(/Winter|Autumn|Bakery/)
  })

  test('goes only to the owner of the task and to admins', async () => {
    const task = await newTask()
    await edited(admin, task, { tagline: 'New' })
    for (const recipient of [toOwner(other), toColleague({ _id: owner.id }), toAdmin])
      expect(await ask.status('task-changed', task._id, recipient)).toBe(410)
  })

  test('tells the owner that a preview was withdrawn, until the owner approves the one before, or the next one is delivered', async () => {
    const task = await newTask()
    await deliver(service.app, task._id)
    await deliver(service.app, task._id)
    await correct(`/admin/withdraw-preview/${task._id}`, { previewNo: 2, reason: 'Secret reason' })
    const mail = await ask.mail('task-changed', task._id, toOwner(owner))
    expect(mail.subject).toBe('Version 2 was withdrawn: Autumn sale')
    expect(mail.text).toContain('Version 1 waits for your decision again')
    expect(mail.text).not.toContain('Secret reason')
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    expect(await ask.status('task-changed', task._id, toOwner(owner))).toBe(410)
    await move(service.app, owner, task._id, { currentStatus: 'Pending' })
    expect(await ask.status('task-changed', task._id, toOwner(owner))).toBe(200)
    await deliver(service.app, task._id)
    expect(await ask.status('task-changed', task._id, toOwner(owner))).toBe(410)
  })
})

test('the emails about new, referred back and approved tasks say what the owner changed', async () => {
  const [assigned, referred] = [await newTask(), await taskIn(service.app, owner, 'Roll Back')]
  await edited(owner, assigned, { headline: 'Other' })
  await edited(owner, referred, { headline: 'Other' })
  const approved = await taskIn(service.app, owner, 'Approved')
  await moveTo(service.app, owner, approved, '2026-12-20')
  expect((await ask.mail('task-assigned', assigned._id, toAdmin)).text).toContain('Changed since the task was created: headline.')
  await service.db
    .updateTable('task')
    .set({ rollbacks: JSON.stringify([{ feedback: 'Warmer', previewNo: 1 }]) })
    .where('id', '=', referred._id)
    .execute()
  expect((await ask.mail('referred-back', referred._id, toAdmin)).text).toContain('Changed since version 1: headline.')
  expect((await ask.mail('approved', approved._id, toAdmin)).text).toContain('Changed since version 1: posting date.')
  const digest = await ask.mail('task-digest', NOTHING, toAdmin, [assigned._id, approved._id])
  expect(digest.text.match(/Changed since/g)).toHaveLength(2)
})

describe('launch-undone', () => {
  const undone = async (of: Reviewer) => {
    const task = await taskIn(service.app, of, 'Posted')
    await correct(`/admin/undo-launch/${task._id}`, { reason: 'Wrong picture' })
    const { id } = await service.db.selectFrom('undone_launch').select('id').where('task_id', '=', task._id).executeTakeFirstOrThrow()
    return { task, id }
  }

  test('tells the owner the reason, with a signed receipt, until the task is posted again', async () => {
    const { task, id } = await undone(owner)
    const mail = await ask.mail('launch-undone', id, toOwner(owner))
    expect(mail).toMatchObject({ subject: 'No longer posted: Posted', threadId: task._id })
    expect(mail.text).toContain('> Wrong picture')
    const file = mail.parts?.[0]
    expect(file?.kind === 'file' && JSON.parse(JSON.parse(file.content).body)).toMatchObject({ kind: 'undo-launch', task: task._id })
    for (const recipient of [toOwner(other), toAdmin]) expect(await ask.status('launch-undone', id, recipient)).toBe(410)
    await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    expect(await ask.status('launch-undone', id, toOwner(owner))).toBe(410)
  })

  test('has neither a receipt nor text of an owner with an unconfirmed address', async () => {
    const { id } = await undone(unconfirmed)
    const mail = await ask.mail('launch-undone', id, toOwner(unconfirmed))
    expect(mail.parts).toEqual([])
    expect(mail.subject + mail.text).not.toMatch(/: Posted|Bakery/)
  })
})

describe('task-removed', () => {
  test('tells the owner the reason after the task is gone', async () => {
    const [task, hidden] = [await newTask(), await newTask(unconfirmed)]
    for (const { _id } of [task, hidden]) await correct(`/admin/remove-task/${_id}`, { reason: 'Entered twice' })
    const mail = await ask.mail('task-removed', task._id, toOwner(owner))
    expect(mail).toMatchObject({ subject: 'Removed by our team: Autumn sale', threadId: task._id })
    expect(mail.text).toContain(`> Entered twice`)
    expect(mail.text).toContain(`Task: Autumn sale (#${task.taskId})\nCompany: Palm Bakery\nPosting due:`)
    const neutral = await ask.mail('task-removed', hidden._id, toOwner(unconfirmed))
    expect(neutral.subject + neutral.text).not.toMatch(/Autumn|Bakery/)
    for (const recipient of [toOwner(other), toAdmin]) expect(await ask.status('task-removed', task._id, recipient)).toBe(410)
    await service.db.deleteFrom('removed_task').execute()
    expect(await ask.status('task-removed', task._id, toOwner(owner))).toBe(410)
  })
})
