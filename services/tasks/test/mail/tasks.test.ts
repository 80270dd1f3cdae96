import { png } from '@app/chassis/testing/pictures.ts'
import { receiptText } from '@app/contracts/rules/decision-record.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, adminCreate, create, deliver, giveFeedback, move, NOON, read, remove, setUp, taskFields, taskIn } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let link: ReturnType<typeof reviewing>
let owner: Reviewer
let unconfirmed: Reviewer
let other: Reviewer
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  ask = composing(service)
  link = reviewing(service)
  owner = await reviewer(service)
  unconfirmed = await reviewer(service, { isConfirmed: false })
  other = await reviewer(service)
})
beforeEach(() => {
  now = NOON
})
afterAll(() => service.stop())

const newTask = async () => (await create(service.app, owner, taskFields(owner.company._id, { title: 'Autumn sale' }))).json()
const fresh = async ({ _id }: { _id: string }) => (await read(service.app, owner, _id)).json()

describe('task-assigned', () => {
  test('names the task and its dates', async () => {
    const task = await newTask()
    const mail = await ask.mail('task-assigned', task._id, toAdmin)
    expect(mail).toMatchObject({ subject: 'New task from Palm Bakery: Autumn sale', threadId: task._id })
    expect(mail.text).toContain('Review due: Sun, Nov 22, 2026\nPosting due: Wed, Nov 25, 2026')
    expect(mail.text).toContain(`https://portal.example/admin/dashboard?task=${task.taskId}\n`)
    expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text', 'threadId'])
  })

  test('is obsolete when the task has a preview, and after its removal', async () => {
    const task = await newTask()
    await deliver(service.app, task._id)
    expect(await ask.status('task-assigned', task._id, toAdmin)).toBe(410)
    const removed = await newTask()
    await remove(service.app, owner, removed._id)
    expect(await ask.status('task-assigned', removed._id, toAdmin)).toBe(410)
  })

  test('goes only to admins', async () => {
    const task = await newTask()
    for (const recipient of [toOwner(owner), toColleague({ _id: owner.id })])
      expect(await ask.status('task-assigned', task._id, recipient)).toBe(410)
  })
})

describe('task-created-for-you', () => {
  const adminsTask = async ({ company }: Reviewer) =>
    (await adminCreate(service.app, taskFields(company._id, { title: 'Autumn sale' }))).json()

  test('names the task', async () => {
    const task = await adminsTask(owner)
    const mail = await ask.mail('task-created-for-you', task._id, toOwner(owner))
    expect(mail).toMatchObject({ subject: 'Task created for you: Autumn sale', threadId: task._id })
    expect(mail.text).toContain(`https://portal.example/management?show=task-${task.taskId}\n`)
    expect(mail.returnId).toBeUndefined()
  })

  test('contains no text of an owner with an unconfirmed address', async () => {
    const task = await adminsTask(unconfirmed)
    const mail = await ask.mail('task-created-for-you', task._id, toOwner(unconfirmed))
    expect(mail.subject).toBe(`Task created for you: task #${task.taskId}`)
    expect(mail.text).toContain(`Task: #${task.taskId}\nCompany: your company\n`)
    expect(mail.text + mail.html).not.toMatch(/Autumn|Bakery/)
  })

  test('goes only to the owner of the task, until its removal', async () => {
    const task = await adminsTask(owner)
    for (const recipient of [toOwner(other), toAdmin, { kind: 'admin', id: owner.id } as const])
      expect(await ask.status('task-created-for-you', task._id, recipient)).toBe(410)
    await remove(service.app, owner, task._id)
    expect(await ask.status('task-created-for-you', task._id, toOwner(owner))).toBe(410)
  })
})

describe('approved', () => {
  test('shows the preview', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    const mail = await ask.mail('approved', task._id, toAdmin)
    expect(mail).toMatchObject({ subject: 'Approved by Palm Bakery: Approved', threadId: task._id })
    expect(mail.html).toContain(`<img src="${service.store.absoluteUrl(service.store.keyOf(task.doneTaskImage ?? '') ?? '')}"`)
    expect(mail.text).not.toContain('An email app may have made')
  })

  test('shows the thumbnail of a picture that email apps do not show', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    const withImage = (image: string, thumbnail: string | null) =>
      sql`update task set done_task_image = ${image}, done_task_thumbnail = ${thumbnail}::jsonb where id = ${task._id}`.execute(service.db)
    await withImage('public/tasks/a.webp', JSON.stringify({ key: 'public/tasks/a.jpg', width: 10, height: 10 }))
    expect((await ask.mail('approved', task._id, toAdmin)).html).toContain(`src="${service.store.absoluteUrl('public/tasks/a.jpg')}"`)
    await withImage('public/tasks/a.avif', null)
    expect((await ask.mail('approved', task._id, toAdmin)).html).not.toContain('<img')
  })

  test('says whether the approval is still unconfirmed', async () => {
    const { task, token } = await link.linked(owner)
    await link.approve(token, { interaction: undefined })
    expect(await ask.mail('approved', task._id, toAdmin)).toMatchObject({
      subject: 'Unconfirmed approval by Palm Bakery: Previewed',
      text: expect.stringContaining('An email app may have made this approval.'),
    })
    await service.app.inject({ method: 'POST', url: `/task/${task._id}/confirm-approval`, headers: owner.headers })
    expect((await ask.mail('approved', task._id, toAdmin)).subject).toBe('Approved by Palm Bakery: Previewed')
  })

  test('is obsolete after the approval was withdrawn, and after the launch', async () => {
    const withdrawn = await taskIn(service.app, owner, 'Approved')
    await move(service.app, owner, withdrawn._id, { currentStatus: 'Pending' })
    const posted = await taskIn(service.app, owner, 'Posted')
    for (const task of [withdrawn, posted]) expect(await ask.status('approved', task._id, toAdmin)).toBe(410)
  })

  test('goes only to admins', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    expect(await ask.status('approved', task._id, toOwner(owner))).toBe(410)
  })
})

describe('referred-back', () => {
  test('waits a minute for the feedback', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    const response = await ask.request('referred-back', task._id, toAdmin)
    expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([409, 'mail-incomplete', '60'])
    now = new Date(NOON.getTime() + 59_900)
    expect((await ask.request('referred-back', task._id, toAdmin)).headers['retry-after']).toBe('1')
    now = new Date(NOON.getTime() + 60_000)
    const mail = await ask.mail('referred-back', task._id, toAdmin)
    expect(mail).toMatchObject({ subject: 'Referred back by Palm Bakery: Roll Back', threadId: task._id })
    expect(mail.text).toContain('There is no feedback yet.')
  })

  test('does not wait after the clock was set back', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    now = new Date(NOON.getTime() - 1_000)
    expect(await ask.status('referred-back', task._id, toAdmin)).toBe(409)
    now = new Date(NOON.getTime() - 86_400_000)
    expect(await ask.status('referred-back', task._id, toAdmin)).toBe(200)
  })

  test('shows the newest feedback at once', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer' }, { clientSuggestImage: png() })
    const mail = await ask.mail('referred-back', task._id, toAdmin)
    expect(mail.text).toContain('> Warmer\n\nThe company attached a picture. Open the task to see it.')
    await giveFeedback(service.app, owner, task._id, { feedback: 'And larger', version: String((await fresh(task)).version) })
    const later = await ask.mail('referred-back', task._id, toAdmin)
    expect(later.text).toContain('> And larger')
    expect(later.text).not.toContain('attached a picture')
  })

  test('says whether a machine may have sent the feedback', async () => {
    const { task, token } = await link.linked(owner)
    await link.referBack(token, { heldMs: '0', pointerOrKey: 'false' })
    expect((await ask.mail('referred-back', task._id, toAdmin)).subject).toBe('Unconfirmed feedback from Palm Bakery: Previewed')
  })

  test('is obsolete after the next preview was delivered', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    await deliver(service.app, task._id)
    expect(await ask.status('referred-back', task._id, toAdmin)).toBe(410)
  })

  test('goes only to admins', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    expect(await ask.status('referred-back', task._id, toOwner(owner))).toBe(410)
  })
})

describe('posted', () => {
  test('has the comment, and the signed receipt of the launch', async () => {
    const task = await taskIn(service.app, owner, 'Posted')
    const mail = await ask.mail('posted', task._id, toOwner(owner))
    expect(mail).toMatchObject({ subject: 'Posted: Posted', threadId: task._id, text: expect.stringContaining('> Live') })
    const { rows } = await sql<{ number: number; body: string; previousHash: string; hash: string }>`
      select number, body, previous_hash as "previousHash", hash from decision_record
      where task_id = ${task._id} order by number desc limit 1`.execute(service.db)
    const [record] = rows
    if (!record) throw new Error('The launch is not recorded')
    expect(JSON.parse(record.body)).toMatchObject({ kind: 'launch', task: task._id })
    expect(mail.parts).toEqual([
      {
        kind: 'file',
        fileName: `receipt-${record.number}.json`,
        contentType: 'application/json',
        content: receiptText(service.deps.receiptSigner.receiptOf(record)),
      },
    ])
    expect(await ask.mail('posted', task._id, toOwner(owner))).toEqual(mail)
  })

  test('contains neither text of an owner with an unconfirmed address nor a receipt', async () => {
    const task = await taskIn(service.app, unconfirmed, 'Posted')
    const mail = await ask.mail('posted', task._id, toOwner(unconfirmed))
    expect(mail).toMatchObject({ subject: `Posted: task #${task.taskId}`, parts: [], text: expect.stringContaining('> Live') })
    expect(mail.text + mail.html).not.toMatch(/Bakery|receipt/)
  })

  test('is obsolete for a task that is not posted, and for other recipients', async () => {
    const approved = await taskIn(service.app, owner, 'Approved')
    expect(await ask.status('posted', approved._id, toOwner(owner))).toBe(410)
    const posted = await taskIn(service.app, owner, 'Posted')
    for (const recipient of [toOwner(other), { kind: 'admin', id: admin.id } as const])
      expect(await ask.status('posted', posted._id, recipient)).toBe(410)
  })
})
