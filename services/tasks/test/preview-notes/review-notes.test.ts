import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '../../src/consumers.ts'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, move, NOON, remove, setUp } from '../setup.ts'
import { noteSteps, onPicture } from './note-steps.ts'

const DAY_MS = 86_400_000

let service: Awaited<ReturnType<typeof setUp>>
let notes: ReturnType<typeof noteSteps>
let link: ReturnType<typeof reviewing>
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  notes = noteSteps(service)
  link = reviewing(service)
})
afterAll(() => service.stop())

/** Delivers a preview, and returns its task, the id of the preview and the token of the review link. */
async function linked(owner: Reviewer, ...rest: Parameters<typeof link.linked> extends [unknown, ...infer R] ? R : never) {
  const { task, token } = await link.linked(owner, ...rest)
  const review = await link.review(token)
  if (!review.preview) throw new Error('The review has no preview')
  return { task, token, previewId: review.preview._id }
}

const list = async (token: string): Promise<PreviewNote[]> => (await notes.listBy(token)).json()

describe('colleagues of the owner', () => {
  test('a colleague who may decide writes notes, and a colleague who may only look reads them', async () => {
    const colleagues = colleagueSteps(service)
    const owner = await colleagues.ownerWithPreview()
    const decides = await colleagues.colleagueOf(owner, { email: 'ana@harborpine.example' })
    const looks = await colleagues.colleagueOf(owner, { email: 'ben@harborpine.example', may: 'look' })
    const { task, tokenFor } = await colleagues.delivered(owner)
    const previewId = (await notes.preview(owner, task))._id
    const note = await notes.writtenBy(tokenFor(decides), previewId)
    expect(note.author).toEqual({ kind: 'review-link', name: 'a…@harborpine.example', isYou: true })
    expect((await notes.listed(owner, task))[0]?.author.isYou).toBe(false)
    await notes.change(admin, note._id, 'resolved', 1)

    const token = tokenFor(looks)
    expect(await list(token)).toMatchObject([{ _id: note._id, author: { isYou: false } }])
    const refused = [
      await notes.addBy(token, { previewId, body: 'Colder' }),
      await notes.replyBy(token, note._id, 'No'),
      await notes.changeBy(token, note._id, 'accepted', 2),
    ]
    expect(refused.map((response) => [response.statusCode, response.json().code])).toEqual(refused.map(() => [403, 'look-only']))
    expect(await list(token)).toMatchObject([{ state: 'resolved', version: 2, replies: [] }])

    await colleagues.remove(owner, decides)
    expect((await notes.addBy(tokenFor(decides), { previewId, body: 'Colder' })).statusCode).toBe(410)
    expect((await notes.listBy(tokenFor(decides))).statusCode).toBe(410)
  })
})

describe('the recipient of a review link', () => {
  test('writes, answers and accepts notes, and is shown as a masked address to clients', async () => {
    const owner = await reviewer(service)
    const { task, token, previewId } = await linked(owner)
    const response = await notes.addBy(token, { previewId, body: 'Warmer', ...onPicture })
    expect(response.statusCode).toBe(201)
    const note: PreviewNote = response.json()
    expect(note).toMatchObject({
      number: 1,
      x: 0.25,
      author: { kind: 'review-link', name: 'm…@harborpine.example', isYou: true },
      visibility: 'everyone',
    })
    expect(await list(token)).toEqual([note])
    // An owner who opens the portal is the recipient of the link.
    expect((await notes.listed(owner, task))[0]?.author).toEqual(note.author)
    const [seen] = await notes.listed(admin, task)
    expect(seen?.author).toEqual({ ...note.author, name: 'maria@harborpine.example', isYou: false })

    await notes.reply(admin, note._id, 'Like this?')
    expect((await notes.replyBy(token, note._id, 'Yes')).json().replies).toMatchObject([
      { author: { kind: 'agency', name: 'Palmetto Works' }, body: 'Like this?' },
      { author: { kind: 'review-link', isYou: true }, body: 'Yes' },
    ])
    await notes.change(admin, note._id, 'resolved', 1)
    expect((await notes.changeBy(token, note._id, 'resolved', 2)).statusCode).toBe(200)
    expect((await notes.changeBy(token, note._id, 'accepted', 2)).json()).toMatchObject({ state: 'accepted', version: 3 })
    const events = (await outboxOf(service.db as never, PreviewNoteChanged)).filter(({ subject }) => subject === task._id)
    expect(events.map(({ data }) => `${data.by} ${data.change}`)).toEqual([
      'client added',
      'agency replied',
      'client replied',
      'agency resolved',
      'client accepted',
    ])
    expect(service.lines.join('\n') + JSON.stringify(events)).not.toContain(token)
  })

  test('cannot resolve a note or write a team note, and gets no task in an error', async () => {
    const owner = await reviewer(service)
    const { token, previewId } = await linked(owner)
    const note = await notes.writtenBy(token, previewId)
    const refused = (await notes.changeBy(token, note._id, 'resolved', 1)).json()
    expect(refused).toMatchObject({ status: 409, code: 'note-state', note: { _id: note._id, state: 'open' } })
    expect(refused).not.toHaveProperty('task')
    expect((await notes.addBy(token, { previewId, body: 'Ours', visibility: 'team' })).statusCode).toBe(400)
    expect((await notes.addBy(token, { previewId: crypto.randomUUID(), body: 'x' })).json()).toMatchObject({ code: 'preview-not-found' })
  })

  test('of a newer preview sees and accepts the notes on earlier previews. The earlier link only shows its own notes', async () => {
    const owner = await reviewer(service)
    const first = await linked(owner)
    const note = await notes.writtenBy(first.token, first.previewId)
    await notes.change(admin, note._id, 'resolved', 1)
    const second = await linked(owner, first.task)
    const later = await notes.writtenBy(second.token, second.previewId, { body: 'And the logo' })
    expect((await list(second.token)).map(({ _id }) => _id)).toEqual([note._id, later._id])
    expect((await list(first.token)).map(({ _id }) => _id)).toEqual([note._id])
    expect((await notes.changeBy(second.token, note._id, 'accepted', 2)).statusCode).toBe(200)

    const onEarlier = await notes.addBy(second.token, { previewId: first.previewId, body: 'Late' })
    expect(onEarlier.json()).toMatchObject({ status: 409, code: 'preview-replaced', review: { state: 'open' } })
    for (const act of [
      notes.addBy(first.token, { previewId: first.previewId, body: 'Late' }),
      notes.replyBy(first.token, note._id, 'Late'),
      notes.changeBy(first.token, note._id, 'open', 3),
    ])
      expect((await act).json()).toMatchObject({ status: 410, review: { state: 'replaced' } })
    expect((await notes.listBy(first.token, `?previewId=${second.previewId}`)).json()).toEqual([])
  })

  test('cannot read or change notes on the tasks of other companies, or on other tasks of the company', async () => {
    const [owner, other] = [await reviewer(service), await reviewer(service)]
    const [own, sibling, foreign] = [await linked(owner), await linked(owner), await linked(other)]
    for (const target of [sibling, foreign]) {
      const note = await notes.writtenBy(target.token, target.previewId)
      await notes.change(admin, note._id, 'resolved', 1)
      expect((await notes.addBy(own.token, { previewId: target.previewId, body: 'Mine' })).statusCode).toBe(404)
      for (const act of [notes.replyBy(own.token, note._id, 'Mine'), notes.changeBy(own.token, note._id, 'accepted', 2)])
        expect((await act).json()).toMatchObject({ status: 404, code: 'note-not-found' })
      expect((await notes.listBy(own.token, `?previewId=${target.previewId}`)).json()).toEqual([])
      expect(await list(target.token)).toMatchObject([{ state: 'resolved', replies: [] }])
    }
  })
})

describe('a review link that ended', () => {
  test('by a decision still shows the notes, but accepts none', async () => {
    const owner = await reviewer(service)
    const { task, token, previewId } = await linked(owner)
    const note = await notes.writtenBy(token, previewId)
    await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
    expect(await list(token)).toMatchObject([{ _id: note._id }])
    const late = await notes.addBy(token, { previewId, body: 'Late' })
    expect(late.json()).toMatchObject({ status: 410, code: 'review-ended', review: { state: 'decided' } })
    // In the portal, the owner can still add notes to the preview that was referred back.
    expect((await notes.add(owner, task, { previewId, body: 'One more' })).statusCode).toBe(201)
  })

  const endings: [string, (owner: Reviewer, task: { _id: string }) => Promise<unknown>, string][] = [
    [
      'by a password reset',
      async ({ id }) => {
        const data = { userId: id, role: 'owner' as const, tokensInvalidBefore: 1 }
        const subscription = subscriptions(service.deps).find(({ event }) => event.type === PasswordChanged.type)
        await service.db.transaction().execute(async (trx) => subscription?.handle(trx, envelope(PasswordChanged, data) as never))
      },
      'revoked',
    ],
    [
      'because the owner switched review links off',
      ({ company, headers }) =>
        service.app.inject({
          method: 'PUT',
          url: `/task/review-settings/${company._id}`,
          payload: { reviewLinks: false, codeForNewBrowser: false },
          headers,
        }),
      'revoked',
    ],
    [
      'after 30 days',
      async () => {
        now = new Date(NOON.getTime() + 31 * DAY_MS)
      },
      'expired',
    ],
    ['by the removal of the task', (owner, { _id }) => remove(service.app, owner, _id), 'removed'],
  ]
  test.each(endings)('%s neither shows nor accepts notes', async (_how, end, state) => {
    const owner = await reviewer(service)
    const { task, token, previewId } = await linked(owner)
    const note = await notes.writtenBy(token, previewId)
    await end(owner, task)
    try {
      for (const act of [
        notes.listBy(token),
        notes.addBy(token, { previewId, body: 'Late' }),
        notes.replyBy(token, note._id, 'Late'),
        notes.changeBy(token, note._id, 'accepted', 1),
      ])
        expect((await act).json()).toMatchObject({ status: 410, code: 'review-ended', review: { state } })
    } finally {
      now = NOON
    }
  })
})

test('the removal of a task deletes the notes and replies that were written with its review link', async () => {
  const owner = await reviewer(service)
  const { task, token, previewId } = await linked(owner)
  const ours = await notes.written(admin, task, previewId)
  const note = await notes.writtenBy(token, previewId)
  for (const { _id } of [ours, note]) expect((await notes.replyBy(token, _id, 'Yes')).statusCode).toBe(201)
  expect((await remove(service.app, owner, task._id)).statusCode).toBe(200)
  const { rows } = await sql`
    select id from preview_note where task_id = ${task._id}
    union all select id from preview_note_reply where note_id in (${ours._id}, ${note._id})`.execute(service.db)
  expect(rows).toEqual([])
})

test('a review link with a wrong token gets 404', async () => {
  const owner = await reviewer(service)
  const { token, previewId } = await linked(owner)
  const note = await notes.writtenBy(token, previewId)
  const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  for (const act of [
    notes.listBy(wrong),
    notes.addBy(wrong, { previewId, body: 'x' }),
    notes.replyBy(wrong, note._id, 'x'),
    notes.changeBy(wrong, note._id, 'accepted', 1),
  ])
    expect((await act).json()).toMatchObject({ status: 404, code: 'review-not-found' })
})

test('the limit of notes counts the portal and all review links of a recipient together', async () => {
  const owner = await reviewer(service)
  const { token, previewId, task } = await linked(owner)
  await sql`
    insert into rate_limits (key, used_until, counted_at)
    values (${`preview-notes:${owner.id}`}, now() + interval '1 hour', now())`.execute(service.db)
  expect((await notes.addBy(token, { previewId, body: 'One more' })).statusCode).toBe(429)
  expect((await notes.add(owner, task, { previewId, body: 'One more' })).statusCode).toBe(429)
})
