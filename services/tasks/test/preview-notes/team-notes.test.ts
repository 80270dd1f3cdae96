import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, giveFeedback, move, setUp } from '../setup.ts'
import { noteSteps } from './note-steps.ts'

const SECRET = 'Only for the team'
const TEAM = { visibility: 'team', body: SECRET }

let service: Awaited<ReturnType<typeof setUp>>
let notes: ReturnType<typeof noteSteps>
let link: ReturnType<typeof reviewing>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  notes = noteSteps(service)
  link = reviewing(service)
  owner = await reviewer(service)
})
afterAll(() => service.stop())

test('team notes are in no response to owners and recipients of review links, and their text is in no event', async () => {
  const { task, token } = await link.linked(owner)
  const previewId = (await notes.preview(owner, task))._id
  const seen = await notes.written(owner, task, previewId, { body: 'Warmer' })
  const onPreview = await notes.written(admin, task, previewId, TEAM)
  const draft = await notes.draft(task)
  const onDraft = await notes.written(admin, task, draft._id, TEAM)
  const secrets = [onPreview, onDraft]
  for (const { _id } of secrets) {
    await notes.reply(admin, _id, SECRET)
    await notes.change(admin, _id, 'resolved', 1)
  }
  expect((await notes.listed(admin, task)).map(({ _id }) => _id)).toEqual([seen._id, onPreview._id, onDraft._id])

  const { headers } = owner
  const urls = [
    `/task/${task._id}`,
    `/task/${task._id}/previews`,
    `/task/${task._id}/notes`,
    `/task/${task._id}/preview-notes`,
    `/task/${task._id}/preview-notes?previewId=${draft._id}`,
    `/task/tasks/${owner.company._id}`,
    `/company-record/${owner.company._id}`,
    `/company-record/${owner.company._id}/record.csv`,
    `/company-record/${owner.company._id}/record.jsonl`,
  ]
  const responses = await Promise.all(urls.map((url) => service.app.inject({ url, headers })))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200))
  responses.push(await notes.listBy(token), await notes.listBy(token, `?previewId=${draft._id}`), await link.get(token))
  responses.push(await notes.reply(owner, seen._id, 'Yes'), await notes.replyBy(token, seen._id, 'Yes'))
  for (const { _id } of secrets) {
    const refused = await Promise.all([
      notes.reply(owner, _id, 'x'),
      notes.change(owner, _id, 'open', 2),
      notes.replyBy(token, _id, 'x'),
      notes.changeBy(token, _id, 'open', 2),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect((await notes.add(owner, task, { previewId, body: 'x', continues: _id })).statusCode).toBe(422)
    responses.push(...refused)
  }
  expect((await notes.add(owner, task, { previewId: draft._id, body: 'x' })).statusCode).toBe(404)
  expect((await notes.addBy(token, { previewId: draft._id, body: 'x' })).statusCode).toBe(404)
  expect((await notes.add(owner, task, { previewId, ...TEAM })).statusCode).toBe(422)
  responses.push(await giveFeedback(service.app, owner, task._id, { feedback: 'See note 1' }))
  await notes.deliverDraft(draft._id)
  responses.push(await notes.list(owner, task), await notes.listBy(await link.tokenOf(task)))
  responses.push(await move(service.app, owner, task._id, { currentStatus: 'Approved' }))
  for (const { body } of responses) for (const secret of [SECRET, ...secrets.map(({ _id }) => _id)]) expect(body).not.toContain(secret)

  const events = await service.db.selectFrom('outbox').select('event').execute()
  expect(JSON.stringify(events)).not.toContain(SECRET)
  const ofTeam = (await outboxOf(service.db as never, PreviewNoteChanged)).filter(({ data }) =>
    secrets.some(({ _id }) => _id === data.noteId),
  )
  expect(ofTeam).toHaveLength(6)
  expect(new Set(ofTeam.map(({ data }) => data.visibility))).toEqual(new Set(['team']))
})

test('a draft has only team notes, which stay when the draft is delivered', async () => {
  const { task } = await link.linked(owner)
  const draft = await notes.draft(task)
  const refused = await notes.add(admin, task, { previewId: draft._id, body: 'For everyone' })
  expect(refused.json()).toMatchObject({ status: 409, code: 'team-notes-only' })
  const note = await notes.written(admin, task, draft._id, TEAM)
  expect(note).toMatchObject({ previewNo: null, number: 1 })
  await notes.deliverDraft(draft._id)
  expect(await notes.listed(admin, task)).toMatchObject([{ _id: note._id, previewNo: 2 }])
  expect(await notes.written(owner, task, draft._id)).toMatchObject({ previewNo: 2, number: 1 })
  expect(await notes.listed(owner, task)).toMatchObject([{ visibility: 'everyone' }])
})
