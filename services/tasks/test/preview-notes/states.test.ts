import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { type NoteState, noteStates } from '@app/contracts/rules/preview-notes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, deliver, move, setUp, taskIn } from '../setup.ts'
import { noteSteps } from './note-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let notes: ReturnType<typeof noteSteps>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  notes = noteSteps(service)
  owner = await reviewer(service)
})
afterAll(() => service.stop())

/** Adds a note on a new preview, and sets its state without a new version. */
async function noteIn(state: NoteState, visibility = 'everyone'): Promise<PreviewNote> {
  const task = await taskIn(service.app, owner, 'Previewed')
  const note = await notes.written(admin, task, (await notes.preview(owner, task))._id, { visibility })
  await sql`update preview_note set state = ${state} where id = ${note._id}`.execute(service.db)
  return { ...note, state }
}

const changesOf = async (note: PreviewNote) =>
  (await outboxOf(service.db as never, PreviewNoteChanged)).filter(({ data }) => data.noteId === note._id).map(({ data }) => data.change)

const callers = { admin: () => admin, owner: () => owner }
type Allowed = `${keyof typeof callers}: ${NoteState} to ${NoteState}`

const allowed: readonly Allowed[] = [
  'admin: open to resolved',
  'owner: resolved to accepted',
  'owner: resolved to open',
  'owner: accepted to open',
]
const allowedInTeam: readonly Allowed[] = ['admin: open to resolved', 'admin: resolved to open']

const all = noteStates.flatMap((from) => noteStates.filter((to) => to !== from).map((to) => [from, to] as const))

describe.each(['admin', 'owner'] as const)('an %s', (role) => {
  test.each(all)('changes a note from %s to %s only if this is allowed', async (from, to) => {
    const note = await noteIn(from)
    const response = await notes.change(callers[role](), note._id, to, 1)
    if (allowed.includes(`${role}: ${from} to ${to}`)) {
      expect(response.json()).toMatchObject({ _id: note._id, state: to, version: 2 })
      const word = { open: 'reopened', resolved: 'resolved', accepted: 'accepted' }[to]
      expect(await changesOf(note)).toEqual(['added', word])
    } else {
      expect(response.json()).toMatchObject({ status: 409, code: 'note-state', note: { _id: note._id, state: from, version: 1 } })
      expect(await changesOf(note)).toEqual(['added'])
    }
  })
})

test.each(all)('an admin changes a team note from %s to %s only if this is allowed', async (from, to) => {
  const note = await noteIn(from, 'team')
  const response = await notes.change(admin, note._id, to, 1)
  expect(response.statusCode).toBe(allowedInTeam.includes(`admin: ${from} to ${to}`) ? 200 : 409)
})

test('a repeated change succeeds and changes nothing, also with an old version', async () => {
  const note = await noteIn('open')
  const first = await notes.change(admin, note._id, 'resolved', 1)
  expect((await notes.change(admin, note._id, 'resolved', 1)).json()).toEqual(first.json())
  expect(await changesOf(note)).toEqual(['added', 'resolved'])
})

test('a change of an outdated note fails, and the response contains the current note', async () => {
  const note = await noteIn('open')
  await notes.change(admin, note._id, 'resolved', 1)
  await notes.change(owner, note._id, 'open', 2)
  const refused = await notes.change(admin, note._id, 'resolved', 1)
  expect(refused.json()).toMatchObject({ status: 409, code: 'note-changed', note: { state: 'open', version: 3 } })
  expect((await notes.change(admin, note._id, 'resolved', 3)).json()).toMatchObject({ state: 'resolved', version: 4 })
})

test('of an acceptance and a reopening at the same time, one succeeds', { tags: 'nightly' }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const note = await noteIn('resolved')
    const replies = await Promise.all([notes.change(owner, note._id, 'accepted', 1), notes.change(owner, note._id, 'open', 1)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const winner = replies.find(({ statusCode }) => statusCode === 200)?.json()
    const loser = replies.find(({ statusCode }) => statusCode === 409)?.json()
    expect(loser.note).toMatchObject({ state: winner.state, version: 2 })
    expect(await changesOf(note)).toHaveLength(2)
  }
})

test('the event tells whether the preview of the note waits for a decision', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const previewId = (await notes.preview(owner, task))._id
  await notes.written(owner, task, previewId)
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  await notes.written(owner, task, previewId)
  const events = (await outboxOf(service.db as never, PreviewNoteChanged)).filter(({ subject }) => subject === task._id)
  expect(events.map(({ data }) => data.isWaiting)).toEqual([true, false])
})

test('a note on an earlier preview is accepted or reopened while a newer preview is current', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const previewId = (await notes.preview(owner, task))._id
  const note = await notes.written(owner, task, previewId)
  await notes.change(admin, note._id, 'resolved', 1)
  await deliver(service.app, task._id)
  expect((await notes.change(owner, note._id, 'accepted', 2)).json()).toMatchObject({ state: 'accepted', previewNo: 1 })
  expect((await notes.change(owner, note._id, 'open', 3)).json()).toMatchObject({ state: 'open', version: 4 })
})

test('a change needs a known state and a version', async () => {
  const note = await noteIn('open')
  for (const body of [{ state: 'resolved' }, { state: 'done', version: 1 }, { state: 'resolved', version: 0 }, {}]) {
    const response = await service.app.inject({
      method: 'PUT',
      url: `/preview-notes/${note._id}`,
      payload: body,
      headers: admin.headers,
    })
    expect(response.statusCode).toBe(400)
  }
})
