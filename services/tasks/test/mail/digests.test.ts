import { NOTHING } from '@app/chassis/testing/mail-requests.ts'
import type { ComposedMail } from '@app/contracts/http/mail-content.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteSteps } from '../preview-notes/note-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { addTaskRows, admin, create, deliver, giveFeedback, move, setUp, taskFields, taskIn } from '../setup.ts'
import { composing, toAdmin, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let link: ReturnType<typeof reviewing>
let notes: ReturnType<typeof noteSteps>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
  link = reviewing(service)
  notes = noteSteps(service)
  owner = await reviewer(service)
})
afterAll(() => service.stop())

type Listed = Pick<Task, '_id'>
const idsOf = (tasks: readonly Listed[]): string[] => tasks.map(({ _id }) => _id)
const digestOf = (...tasks: Listed[]): Promise<ComposedMail> => ask.mail('task-digest', NOTHING, toAdmin, idsOf(tasks))
const statusOf = (...tasks: Listed[]): Promise<number> => ask.status('task-digest', NOTHING, toAdmin, idsOf(tasks))

const newTask = async (title: string, targetPostingDate: string): Promise<Task> =>
  (await create(service.app, owner, taskFields(owner.company._id, { title, targetPostingDate }))).json()

describe('a digest of several tasks', () => {
  test('shows the current state of each task, the most urgent first', async () => {
    const assigned = [await newTask('Later', '2026-12-05'), await newTask('Sooner', '2026-12-01')]
    const referred = await taskIn(service.app, owner, 'Roll Back')
    await giveFeedback(service.app, owner, referred._id, { feedback: 'Warmer\ncolors' })
    const unconfirmed = await link.linked(owner)
    await link.approve(unconfirmed.token, { interaction: undefined })
    const approved = await taskIn(service.app, owner, 'Approved')
    const noted = await taskIn(service.app, owner, 'Previewed')
    const { _id: previewId } = await notes.preview(owner, noted)
    await notes.written(owner, noted, previewId)
    await notes.written(owner, noted, previewId)
    const done = await taskIn(service.app, owner, 'Posted')
    const waiting = await taskIn(service.app, owner, 'Previewed')

    const { subject, text, threadId } = await digestOf(...assigned, noted, approved, unconfirmed.task, referred, done, waiting)
    expect(subject).toBe('1 task referred back, 2 new, 1 with notes, 2 approved')
    expect(threadId).toBeUndefined()
    const lines = [
      `== Referred back: please upload a new preview (1) ==`,
      `Roll Back (#${referred.taskId})`,
      '“Warmer colors”',
      `== New tasks: please upload a preview (2) ==`,
      `Sooner (#${assigned[1]?.taskId})\n  Posting due Tue, Dec 1, 2026`,
      `Later (#${assigned[0]?.taskId})\n  Posting due Sat, Dec 5, 2026`,
      `== Notes: please read and answer them (1) ==`,
      `Previewed (#${noted.taskId})`,
      '2 notes are open.',
      `== Approved: launch on the posting date (2) ==`,
    ]
    const positions = lines.map((line) => text.indexOf(line))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(text.match(/Please do not launch yet/g)).toHaveLength(1)
    for (const task of [done, waiting]) expect(text).not.toContain(`(#${task.taskId})`)
  })

  test('lists 50 tasks and counts the others', async () => {
    const other = await reviewer(service)
    await addTaskRows(service.db, other.company._id, { title: 'Opening', count: 55 })
    const { rows } = await sql<Listed>`select id as "_id" from task where company_id = ${other.company._id}`.execute(service.db)
    const { subject, text } = await digestOf(...rows)
    expect(subject).toBe('55 new tasks')
    expect(text.match(/- Opening \(#/g)).toHaveLength(50)
    expect(text).toContain('And 5 more. Open the dashboard to see all tasks.')
  })
})

test('a digest of one task has the content and the thread of the email about it', async () => {
  const referred = await taskIn(service.app, owner, 'Roll Back')
  await giveFeedback(service.app, owner, referred._id, { feedback: 'Warmer' })
  expect(await digestOf(referred)).toEqual(await ask.mail('referred-back', referred._id, toAdmin))
  const approved = await taskIn(service.app, owner, 'Approved')
  expect(await digestOf(approved)).toEqual(await ask.mail('approved', approved._id, toAdmin))
  const assigned = await newTask('Autumn sale', '2026-12-01')
  const waiting = await taskIn(service.app, owner, 'Previewed')
  expect(await digestOf(assigned, waiting)).toEqual(await ask.mail('task-assigned', assigned._id, toAdmin))
})

test('a digest is obsolete if none of its tasks needs an admin, and for other recipients', async () => {
  const task = await newTask('Autumn sale', '2026-12-01')
  expect(await statusOf(task)).toBe(200)
  expect(await ask.status('task-digest', NOTHING, toOwner(owner), [task._id])).toBe(410)
  await deliver(service.app, task._id)
  expect(await statusOf(task, { _id: NOTHING })).toBe(410)
  expect(await statusOf()).toBe(410)
})

describe('notes on the preview of a task', () => {
  /** Returns a task whose preview waits for the client, with the note of an author. */
  async function noted(author: Reviewer | typeof admin, note: object = {}) {
    const { task, token } = await link.linked(owner)
    const { _id: previewId } = await notes.preview(owner, task)
    const { _id: noteId } = await notes.written(author, task, previewId, note)
    return { task, token, noteId, previewId }
  }

  test('are listed if a client wrote them in the portal or with a review link', async () => {
    const { task, token, previewId } = await noted(owner)
    expect((await digestOf(task)).subject).toBe('Notes from Palm Bakery: Previewed')
    await notes.writtenBy(token, previewId)
    const mail = await digestOf(task)
    expect(mail.text).toContain('2 notes are open.')
    expect(mail.threadId).toBe(task._id)
  })

  test('of admins are listed only if a client replied last', async () => {
    const { task, token, noteId } = await noted(admin)
    expect(await statusOf(task)).toBe(410)
    await notes.replyBy(token, noteId, 'Like this?')
    expect((await digestOf(task)).text).toContain('1 note is open.')
    await notes.reply(admin, noteId, 'Yes')
    expect(await statusOf(task)).toBe(410)
  })

  test('that are done are listed only if a client replied last or reopened them', async () => {
    const { task, noteId } = await noted(admin)
    await notes.change(admin, noteId, 'resolved', 1)
    await notes.reply(owner, noteId, 'Not quite')
    expect(await digestOf(task)).toMatchObject({
      subject: 'Replies from Palm Bakery: Previewed',
      text: expect.stringContaining('All notes are done. The company replied to them.'),
    })
    await notes.reply(admin, noteId, 'Now?')
    expect(await statusOf(task)).toBe(410)
    await notes.change(owner, noteId, 'open', 2)
    expect((await digestOf(task)).subject).toBe('Notes from Palm Bakery: Previewed')
    await notes.change(admin, noteId, 'resolved', 3)
    await notes.change(owner, noteId, 'accepted', 4)
    expect(await statusOf(task)).toBe(410)
  })

  test('are not listed if only the team sees them', async () => {
    const { task } = await noted(admin, { visibility: 'team' })
    expect(await statusOf(task)).toBe(410)
  })

  test('are not listed after a decision, which is listed instead', async () => {
    const { task } = await noted(owner)
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    expect((await digestOf(task)).subject).toBe('Approved by Palm Bakery: Previewed')
  })

  test('on an earlier preview are not listed', async () => {
    const { task } = await noted(owner)
    await deliver(service.app, task._id)
    expect(await statusOf(task)).toBe(410)
  })
})
