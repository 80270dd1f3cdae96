import { NOTHING } from '@app/chassis/testing/mail-requests.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { MESSAGE_REQUIRED } from '@app/contracts/rules/notes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inboundSteps, replyOf } from '../inbound/inbound-steps.ts'
import { composing, toAdmin, toOwner } from '../mail/composing.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, create, type Person, read, setUp, taskFields, taskIn } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await reviewer(service)
  await sql`delete from rate_limits`.execute(service.db)
})

type OfTask = Pick<Task, '_id'>

const write = (caller: Person, { _id }: OfTask, text: string) =>
  service.app.inject({ method: 'POST', url: `/task/notes/${_id}`, payload: { text }, headers: caller.headers })
const written = async (caller: Person, task: OfTask, text: string): Promise<TaskNote> => {
  const response = await write(caller, task, text)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}
const see = (caller: Person, { _id }: OfTask, noteId: string) =>
  service.app.inject({ method: 'PUT', url: `/task/notes/${_id}/seen`, payload: { noteId }, headers: caller.headers })
const listed = async (caller: Person, { _id }: OfTask): Promise<TaskNote[]> =>
  (await service.app.inject({ url: `/task/${_id}/notes`, headers: caller.headers })).json()
const unread = async (caller: Person, task: OfTask) =>
  (await listed(caller, task)).filter(({ isUnread }) => isUnread).map(({ text }) => text)
const events = async ({ _id }: OfTask) =>
  (await outboxOf(service.db as never, TaskNoteAdded)).filter(({ subject }) => subject === _id).map(({ data }) => data)
/** Makes the messages older, so that the next one begins another burst. */
const passTenMinutes = () => sql`update task_note set created_at = created_at - interval '10 minutes'`.execute(service.db)
const newTask = async (): Promise<Task> =>
  (await create(service.app, owner, taskFields(owner.company._id, { title: 'Winter bread' }))).json()

test('both sides see the messages on a task, which change neither its status nor its version', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const question = await written(owner, task, ' Can we show\nthe new cups? ')
  expect(question).toEqual({
    _id: expect.any(String),
    previewNo: 1,
    source: 'portal',
    authorSide: 'client',
    isUnread: false,
    author: null,
    isFromRecipient: true,
    isAutomatic: false,
    hasAttachments: false,
    text: 'Can we show\nthe new cups?',
    createdAt: expect.any(String),
  })
  expect(await listed(admin, task)).toEqual([{ ...question, isUnread: true }])
  const answer = await written(admin, task, 'Yes')
  expect(await listed(owner, task)).toEqual([{ ...answer, isUnread: true }, question])
  expect(await listed(admin, task)).toEqual([answer, question])
  expect((await read(service.app, owner, task._id)).json()).toEqual(task)
  expect(await events(task)).toEqual([
    expect.objectContaining({ noteId: question._id, authorSide: 'client', source: 'portal', burstId: question._id, previewNo: 1 }),
    expect.objectContaining({ noteId: answer._id, authorSide: 'agency', source: 'portal', burstId: answer._id }),
  ])
  expect(JSON.stringify(await events(task))).not.toContain('cups')
  expect(await written(owner, await newTask(), 'First')).toMatchObject({ previewNo: null })
})

test('messages are unread until the other side has seen or answered them, and one admin reads for all', async () => {
  const task = await newTask()
  const [first, second] = [await written(owner, task, 'One'), await written(owner, task, 'Two')]
  expect(await unread(admin, task)).toEqual(['Two', 'One'])
  expect((await see(person('admin'), task, first._id)).statusCode).toBe(200)
  expect(await unread(admin, task)).toEqual(['Two'])
  await see(admin, task, second._id)
  await see(admin, task, first._id)
  expect(await unread(admin, task)).toEqual([])
  await written(admin, task, 'Three')
  expect(await unread(owner, task)).toEqual(['Three'])
  await written(owner, task, 'Four')
  expect(await unread(owner, task)).toEqual([])
  expect(await unread(admin, task)).toEqual(['Four'])
})

test('a message is rejected if it is empty or too long, on a task of another owner, and after 60 in an hour', async () => {
  const [task, stranger] = [await newTask(), await reviewer(service)]
  expect((await write(owner, task, ' \u200b ')).json()).toMatchObject({
    status: 422,
    errors: [{ field: 'text', message: MESSAGE_REQUIRED }],
  })
  expect((await write(owner, task, 'x'.repeat(5_001))).statusCode).toBe(400)
  const note = await written(owner, task, 'x'.repeat(5_000))
  const foreign = await create(service.app, stranger, taskFields(stranger.company._id))
  expect((await write(stranger, task, 'Hello')).statusCode).toBe(404)
  expect((await see(stranger, task, note._id)).statusCode).toBe(404)
  expect((await see(stranger, foreign.json(), note._id)).statusCode).toBe(404)
  expect((await see(owner, task, NOTHING)).statusCode).toBe(404)
  await sql`update rate_limits set used_until = now() + interval '1 hour' where key = ${`task-messages:${owner.id}`}`.execute(service.db)
  expect((await write(owner, task, 'One more')).statusCode).toBe(429)
  expect(await listed(owner, task)).toHaveLength(1)
  expect((await write(admin, task, 'Hello')).statusCode).toBe(201)
})

describe('the email to the owner', () => {
  test('contains the messages that the agency wrote within ten minutes, and not those of the next ones', async () => {
    const task = await newTask()
    const notes = await Promise.all(['Which size?', 'Which color?'].map((text) => written(admin, task, text)))
    await written(owner, task, 'My question')
    await passTenMinutes()
    const later = await written(person('admin'), task, 'And the date?')
    const bursts = (await events(task)).filter(({ authorSide }) => authorSide === 'agency').map(({ burstId }) => burstId ?? '')
    expect(new Set(bursts).size).toBe(2)
    expect(notes.map(({ _id }) => _id)).toContain(bursts[0])
    const mail = await ask.mail('messages-written', later._id, toOwner(owner))
    expect([mail.subject, mail.threadId]).toEqual(['1 message from Palmetto Works: Winter bread', task._id])
    expect(mail.text).toContain('And the date?')
    expect(mail.text).not.toContain('Which size?')
  })

  test('is obsolete when the owner has seen or answered them, and for other recipients', async () => {
    const task = await newTask()
    const [first, second] = [await written(admin, task, 'Which size?'), await written(admin, task, 'Which color?')]
    const status = (recipient = toOwner(owner)) => ask.status('messages-written', first._id, recipient)
    const mail = await ask.mail('messages-written', first._id, toOwner(owner))
    expect(mail.subject).toBe('2 messages from Palmetto Works: Winter bread')
    expect(mail.text).toContain('> Which size?')
    expect(mail.text).toContain('> Which color?')
    expect(mail.text).toContain(`https://portal.example/management?show=task-${task.taskId}`)
    expect(await status(toOwner(await reviewer(service)))).toBe(410)
    await see(owner, task, first._id)
    expect((await ask.mail('messages-written', first._id, toOwner(owner))).text).not.toContain('Which size?')
    await see(owner, task, second._id)
    expect(await status()).toBe(410)
  })

  test('to an unconfirmed address contains neither messages nor the title', async () => {
    const task = await newTask()
    await sql`update owner_address set is_confirmed = false where owner_id = ${owner.id}`.execute(service.db)
    const mail = await ask.mail('messages-written', (await written(admin, task, 'Which size?'))._id, toOwner(owner))
    expect(mail.subject).toBe(`1 message from Palmetto Works: task #${task.taskId}`)
    expect(mail.text).not.toMatch(/Which size|Winter bread/)
  })
})

describe('the digest of an admin', () => {
  const digestOf = (...tasks: OfTask[]) =>
    ask.mail(
      'task-digest',
      NOTHING,
      toAdmin,
      tasks.map(({ _id }) => _id),
    )

  test('lists a task with messages that no admin has seen', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const status = () => ask.status('task-digest', NOTHING, toAdmin, [task._id])
    expect(await status()).toBe(410)
    await written(owner, task, 'Which size?')
    const last = await written(owner, task, 'I meant: which color?')
    const mail = await digestOf(task)
    expect([mail.subject, mail.threadId]).toEqual(['2 messages from Palm Bakery: Previewed', task._id])
    expect(mail.text).toContain('> I meant: which color?')
    expect(mail.text).toContain('And 1 message more.')
    await see(admin, task, last._id)
    expect(await status()).toBe(410)
    await written(admin, task, 'Blue')
    expect(await status()).toBe(410)
  })

  test('says what else is to do about the task', async () => {
    const [approved, previewed] = [await taskIn(service.app, owner, 'Approved'), await taskIn(service.app, owner, 'Previewed')]
    await written(owner, approved, 'Please wait with this one')
    const alone = await digestOf(approved)
    expect(alone.subject).toBe('1 message from Palm Bakery: Approved')
    expect(alone.text).toContain('The task is approved and can be launched on its posting date.')
    await written(owner, previewed, 'Which color?')
    const { subject, text } = await digestOf(approved, previewed)
    expect(subject).toBe('1 task with messages, 1 approved')
    expect(text).toContain('1 message: “Please wait with this one”')
    expect(text).toContain('== Messages: please read and answer them (1) ==')
  })

  test('does not list replies to emails, which only the list shows', async () => {
    const { task, token } = await reviewing(service).linked(owner)
    await inboundSteps(service).reply(service.deps.reviewKeys.linkIdOf(token) ?? '', replyOf())
    expect(await ask.status('task-digest', NOTHING, toAdmin, [task._id])).toBe(410)
    expect(await unread(admin, task)).toHaveLength(1)
  })
})
