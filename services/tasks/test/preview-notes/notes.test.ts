import { pdf } from '@app/chassis/testing/documents.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { NOTE_PDF_PAGE_MAX, NOTE_REPLIES_MAX, PREVIEW_NOTE_MAX, PREVIEW_NOTES_MAX } from '@app/contracts/rules/preview-notes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, deliver, move, read, remove, setUp, taskIn, upload } from '../setup.ts'
import { noteSteps, onPicture } from './note-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let notes: ReturnType<typeof noteSteps>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  notes = noteSteps(service)
  owner = await reviewer(service)
})
afterAll(() => service.stop())

async function previewed(): Promise<{ task: Task; previewId: string }> {
  const task = await taskIn(service.app, owner, 'Previewed')
  return { task, previewId: (await notes.preview(owner, task))._id }
}

const eventsOf = async ({ _id }: Pick<Task, '_id'>) =>
  (await outboxOf(service.db as never, PreviewNoteChanged)).filter(({ subject }) => subject === _id)

describe('a note', () => {
  test('on a point of a picture is stored with its place, author and file, and publishes an event without its text', async () => {
    const { task, previewId } = await previewed()
    const response = await notes.add(owner, task, { previewId, body: '  Warmer, please.\n', ...onPicture })
    expect(response.statusCode).toBe(201)
    const note: PreviewNote = response.json()
    expect(note).toEqual({
      _id: expect.any(String),
      previewId,
      previewNo: 1,
      number: 1,
      filePosition: 1,
      x: 0.25,
      y: 0.75,
      atMs: null,
      page: null,
      file: { kind: 'image', url: task.doneTaskImage, display: null, width: null, height: null },
      body: 'Warmer, please.',
      author: { kind: 'owner', name: 'm…@harborpine.example', isYou: true },
      visibility: 'everyone',
      state: 'open',
      version: 1,
      continues: null,
      createdAt: expect.any(String),
      replies: [],
    })
    expect(await notes.listed(owner, task)).toEqual([note])
    // Admins get the whole address, because they write to the client.
    expect(await notes.listed(admin, task)).toEqual([
      { ...note, author: { ...note.author, name: 'maria@harborpine.example', isYou: false } },
    ])
    const [event] = await eventsOf(task)
    expect(event).toMatchObject({ aggregateversion: task.version })
    expect(event?.data).toMatchObject({ noteId: note._id, previewId, previewNo: 1, change: 'added', by: 'client', isWaiting: true })
    expect(JSON.stringify(event)).not.toContain('Warmer')
  })

  test('does not change the task, so that an owner who reads the task can still approve it with open notes', async () => {
    const { task, previewId } = await previewed()
    await notes.written(owner, task, previewId)
    expect((await read(service.app, owner, task._id)).json()).toEqual(task)
    const approval = { currentStatus: 'Approved', version: task.version }
    expect((await move(service.app, owner, task._id, approval)).json()).toMatchObject({ currentStatus: 'Approved' })
  })

  test('by an admin shows the agency, to the owner and to the admin', async () => {
    const { task, previewId } = await previewed()
    await notes.written(admin, task, previewId)
    const [seen] = await notes.listed(owner, task)
    expect(seen?.author).toEqual({ kind: 'agency', name: 'Palmetto Works', isYou: false })
    expect((await notes.listed(admin, task))[0]?.author).toMatchObject({ kind: 'agency', isYou: true })
    expect((await notes.listed(person('admin'), task))[0]?.author).toMatchObject({ isYou: false })
    expect(JSON.stringify(seen)).not.toContain(admin.id)
  })

  test('gets the next number of its preview, also if 20 people write at once', { tags: 'nightly' }, async () => {
    const { task, previewId } = await previewed()
    const numbers = await Promise.all(Array.from({ length: 20 }, async () => (await notes.written(owner, task, previewId)).number))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await deliver(service.app, task._id)
    const second = await notes.preview(owner, task, 2)
    expect(await notes.written(owner, task, second._id)).toMatchObject({ previewNo: 2, number: 1 })
  })

  test('team notes are numbered separately, so that owners see no gaps', async () => {
    const { task, previewId } = await previewed()
    const team = { visibility: 'team' }
    expect(await notes.written(admin, task, previewId, team)).toMatchObject({ number: 1, visibility: 'team' })
    expect(await notes.written(owner, task, previewId)).toMatchObject({ number: 1, visibility: 'everyone' })
    expect(await notes.written(admin, task, previewId, team)).toMatchObject({ number: 2 })
    expect(await notes.written(owner, task, previewId)).toMatchObject({ number: 2 })
  })

  const faults: [what: string, note: object, status: number, field?: string][] = [
    ['without text', { body: ' \n ' }, 422, 'body'],
    ['with a text that is too long', { body: 'x'.repeat(PREVIEW_NOTE_MAX + 1) }, 400],
    ['to the right of the picture', { ...onPicture, x: 1.01 }, 400],
    ['to the left of the picture', { ...onPicture, x: -0.01 }, 400],
    ['below the picture', { ...onPicture, y: 1.01 }, 400],
    ['above the picture', { ...onPicture, y: -0.01 }, 400],
    ['on a point that is not a number', { ...onPicture, x: 'NaN' }, 400],
    ['on file 0', { ...onPicture, filePosition: 0 }, 400],
    ['on page 0', { filePosition: 1, page: 0 }, 400],
    ['on a page after the limit', { filePosition: 1, page: NOTE_PDF_PAGE_MAX + 1 }, 400],
    ['before the start of a video', { filePosition: 1, atMs: -1 }, 400],
    ['on a page of a picture', { filePosition: 1, page: 1 }, 422, 'filePosition'],
    ['on half of a point', { filePosition: 1, x: 0.5 }, 422, 'filePosition'],
    ['on a file that does not exist', { ...onPicture, filePosition: 2 }, 422, 'filePosition'],
    ['on a moment of a picture', { filePosition: 1, atMs: 100 }, 422, 'filePosition'],
    ['on a point of the whole preview', { x: 0.5, y: 0.5 }, 422, 'filePosition'],
    ['that continues an unknown note', { continues: crypto.randomUUID() }, 422, 'continues'],
    ['with an unknown field', { state: 'accepted' }, 400],
  ]
  test.each(faults)('%s is rejected', async (_what, note, status, field) => {
    const { task, previewId } = await previewed()
    const response = await notes.add(owner, task, { previewId, body: 'Warmer', ...note })
    expect(response.statusCode).toBe(status)
    if (field) expect(response.json().errors).toMatchObject([{ field }])
    expect(await notes.listed(admin, task)).toEqual([])
  })

  test('with JSON that is not a number for a point is rejected', async () => {
    const { task, previewId } = await previewed()
    for (const x of ['NaN', 'Infinity', '1e999']) {
      const response = await service.app.inject({
        method: 'POST',
        url: `/task/${task._id}/preview-notes`,
        payload: `{"previewId":"${previewId}","body":"Warmer","filePosition":1,"x":${x},"y":0.5}`,
        headers: { ...owner.headers, 'content-type': 'application/json' },
      })
      expect(response.statusCode, x).toBe(400)
    }
    expect(await notes.listed(admin, task)).toEqual([])
  })

  test('with a character that the database cannot store is rejected', async () => {
    const { task, previewId } = await previewed()
    expect((await notes.add(owner, task, { previewId, body: 'a\u0000b' })).statusCode).toBe(400)
    const note = await notes.written(owner, task, previewId, { body: 'half \ud83e of an emoji' })
    expect((await notes.reply(owner, note._id, 'a\u0000b')).statusCode).toBe(400)
    expect(await notes.listed(admin, task)).toMatchObject([{ body: 'half \ufffd of an emoji', replies: [] }])
  })

  test('on a video and a PDF file has a moment within the video, or a page', async () => {
    const { task } = await previewed()
    const files = { file1: mp4(), file2: mp4(), file3: pdf() }
    const { preview } = (await upload(service.app, task._id, files, { duration1: '12500' })).json()
    const at = (place: object) => notes.add(owner, task, { previewId: preview._id, body: 'Here', ...place })
    for (const place of [
      { filePosition: 1, atMs: 0 },
      { filePosition: 1, atMs: 12_500 },
      // The duration of this video is not known.
      { filePosition: 2, atMs: 999_999_999 },
      { filePosition: 3, page: 1 },
      { filePosition: 3, page: NOTE_PDF_PAGE_MAX, x: 0, y: 1 },
    ])
      expect((await at(place)).json(), JSON.stringify(place)).toMatchObject(place)
    for (const place of [
      { filePosition: 1, atMs: 12_501 },
      { filePosition: 1 },
      { filePosition: 1, atMs: 1, x: 0.5, y: 0.5 },
      { filePosition: 1, page: 1 },
      { filePosition: 3, atMs: 1 },
      { filePosition: 3 },
      { filePosition: 3, page: 1, x: 0.5 },
    ])
      expect((await at(place)).json(), JSON.stringify(place)).toMatchObject({ status: 422, errors: [{ field: 'filePosition' }] })
    expect((await at({ filePosition: 1, atMs: 1_000_000_000 })).statusCode).toBe(400)
  })

  test('of the maximum length is stored', async () => {
    const { task, previewId } = await previewed()
    expect((await notes.written(owner, task, previewId, { body: 'ü'.repeat(PREVIEW_NOTE_MAX) })).body).toHaveLength(PREVIEW_NOTE_MAX)
  })

  test('is rejected if the preview has 200 notes. Team notes do not count for the owner', async () => {
    const { task, previewId } = await previewed()
    const fill = (visibility: string, count: number) =>
      sql`
        insert into preview_note (id, task_id, preview_id, number, body, author_kind, author_id, visibility)
        select gen_random_uuid(), ${task._id}, ${previewId}, n, 'x', 'agency', ${admin.id}, ${visibility}
        from generate_series(1, ${count}::integer) as n`.execute(service.db)
    await fill('team', PREVIEW_NOTES_MAX)
    await fill('everyone', PREVIEW_NOTES_MAX - 1)
    expect(await notes.written(owner, task, previewId)).toMatchObject({ number: PREVIEW_NOTES_MAX })
    for (const [caller, visibility] of [
      [owner, 'everyone'],
      [admin, 'everyone'],
      [admin, 'team'],
    ] as const) {
      const refused = await notes.add(caller, task, { previewId, body: 'One more', visibility })
      expect(refused.json()).toMatchObject({ status: 409, code: 'too-many-notes' })
    }
  })

  test('by an owner belongs to the current preview, and an admin can write on any preview', async () => {
    const { task, previewId } = await previewed()
    await deliver(service.app, task._id)
    const refused = await notes.add(owner, task, { previewId, body: 'Late' })
    expect(refused.json()).toMatchObject({ status: 409, code: 'preview-replaced', task: { previewNo: 2 } })
    expect(await notes.written(admin, task, previewId)).toMatchObject({ previewNo: 1 })
  })

  test('cannot be written, answered or accepted by the owner after the task was posted', async () => {
    const { task, previewId } = await previewed()
    const note = await notes.written(owner, task, previewId)
    await notes.change(admin, note._id, 'resolved', 1)
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    for (const act of [
      notes.add(owner, task, { previewId, body: 'Late' }),
      notes.reply(owner, note._id, 'Late'),
      notes.change(owner, note._id, 'accepted', 2),
    ])
      expect((await act).json()).toMatchObject({ status: 409, code: 'task-posted', task: { currentStatus: 'Posted' } })
    expect((await notes.reply(admin, note._id, 'Next time')).statusCode).toBe(201)
  })
})

describe('a note that continues a note on an earlier preview', () => {
  test('contains the id of the earlier note, and only one note can continue the same note', async () => {
    const { task, previewId } = await previewed()
    const first = await notes.written(owner, task, previewId, onPicture)
    await deliver(service.app, task._id)
    const second = await notes.preview(owner, task, 2)
    const note = { previewId: second._id, body: 'Still too cold', continues: first._id }
    const replies = await Promise.all([notes.add(owner, task, note), notes.add(owner, task, note)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(await notes.listed(owner, task)).toMatchObject([
      { _id: first._id, previewNo: 1, state: 'open' },
      { previewNo: 2, continues: first._id },
    ])
  })

  test('must be on an earlier preview of the same task, and have the same readers', async () => {
    const { task, previewId } = await previewed()
    const other = await previewed()
    const [same, foreign] = [await notes.written(owner, task, previewId), await notes.written(owner, other.task, other.previewId)]
    const team = await notes.written(admin, task, previewId, { visibility: 'team' })
    await deliver(service.app, task._id)
    const second = await notes.preview(owner, task, 2)
    const onSecond = await notes.written(owner, task, second._id)
    for (const [caller, continues, visibility] of [
      [owner, foreign._id, 'everyone'],
      [owner, team._id, 'everyone'],
      [admin, team._id, 'everyone'],
      [admin, same._id, 'team'],
      [admin, onSecond._id, 'everyone'],
    ] as const) {
      const refused = await notes.add(caller, task, { previewId: second._id, body: 'Again', continues, visibility })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'continues' }] })
    }
    await notes.written(admin, task, second._id, { continues: team._id, visibility: 'team' })
  })
})

describe('replies', () => {
  test('are listed below their note, oldest first, and publish events', async () => {
    const { task, previewId } = await previewed()
    const note = await notes.written(owner, task, previewId)
    expect((await notes.reply(admin, note._id, ' Like this? ')).json()).toMatchObject({ _id: note._id, version: 1 })
    await notes.reply(owner, note._id, 'Yes')
    const [listed] = await notes.listed(owner, task)
    expect(listed?.replies).toEqual([
      {
        _id: expect.any(String),
        author: { kind: 'agency', name: 'Palmetto Works', isYou: false },
        body: 'Like this?',
        createdAt: expect.any(String),
      },
      {
        _id: expect.any(String),
        author: { kind: 'owner', name: 'm…@harborpine.example', isYou: true },
        body: 'Yes',
        createdAt: expect.any(String),
      },
    ])
    expect((await eventsOf(task)).map(({ data }) => [data.change, data.by])).toEqual([
      ['added', 'client'],
      ['replied', 'agency'],
      ['replied', 'client'],
    ])
  })

  test('need text, and a note has at most 20 of them', async () => {
    const { task, previewId } = await previewed()
    const note = await notes.written(owner, task, previewId)
    expect((await notes.reply(owner, note._id, ' ')).json()).toMatchObject({ status: 422, errors: [{ field: 'body' }] })
    expect((await notes.reply(owner, note._id, 'x'.repeat(PREVIEW_NOTE_MAX + 1))).statusCode).toBe(400)
    const sent = await Promise.all(Array.from({ length: NOTE_REPLIES_MAX + 2 }, (_, n) => notes.reply(owner, note._id, `Reply ${n}`)))
    expect(sent.filter(({ statusCode }) => statusCode === 201)).toHaveLength(NOTE_REPLIES_MAX)
    const refused = sent.find(({ statusCode }) => statusCode !== 201)
    expect(refused?.json()).toMatchObject({ status: 409, code: 'too-many-replies', note: { _id: note._id } })
    expect((await notes.listed(admin, task))[0]?.replies).toHaveLength(NOTE_REPLIES_MAX)
  })
})

describe('the list of notes', () => {
  test('is returned in pages, oldest first, of all previews or of one', async () => {
    const { task, previewId } = await previewed()
    for (const body of ['one', 'two']) await notes.written(owner, task, previewId, { body })
    await deliver(service.app, task._id)
    const second = await notes.preview(owner, task, 2)
    await notes.written(owner, task, second._id, { body: 'three' })
    const texts: string[] = []
    for (let url: string | undefined = `/task/${task._id}/preview-notes?limit=1`; url; ) {
      const page: Awaited<ReturnType<typeof notes.list>> = await service.app.inject({ url, headers: owner.headers })
      texts.push(...page.json().map(({ body }: PreviewNote) => body))
      url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(texts).toEqual(['one', 'two', 'three'])
    const ofFirst = await notes.list(owner, task, `?previewId=${previewId}&limit=1`)
    expect(ofFirst.headers.link).toContain(`previewId=${previewId}`)
    expect((await notes.listed(owner, task, `?previewId=${second._id}`)).map(({ body }) => body)).toEqual(['three'])
    for (const query of ['?limit=51', '?limit=0', '?cursor=x', '?previewId=1'])
      expect((await notes.list(owner, task, query)).statusCode).toBe(400)
  })

  test.each(['task_id', 'preview_id'])('by %s uses an index that has the order of the list', async (column) => {
    const plan = await service.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from preview_note where ${sql.ref(column)} = ${crypto.randomUUID()} order by id limit 51`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain(`Scan using preview_note_${column.replace('_id', '')} `)
    expect(plan).not.toContain('Sort')
  })

  test('is deleted with the task, and the notes on a draft with the draft', async () => {
    const { task, previewId } = await previewed()
    const note = await notes.written(owner, task, previewId)
    await notes.reply(admin, note._id, 'Fine')
    await deliver(service.app, task._id)
    const second = await notes.preview(owner, task, 2)
    await notes.written(owner, task, second._id, { continues: note._id })
    const draft = await notes.draft(task)
    const onDraft = await notes.written(admin, task, draft._id, { visibility: 'team' })
    await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
    expect((await notes.listed(admin, task)).map(({ _id }) => _id)).not.toContain(onDraft._id)
    expect((await remove(service.app, owner, task._id)).statusCode).toBe(200)
    const { rows } = await sql`
      select id from preview_note where task_id = ${task._id}
      union all select reply.id from preview_note_reply as reply where note_id = ${note._id}`.execute(service.db)
    expect(rows).toEqual([])
    expect((await notes.reply(admin, note._id, 'Late')).json()).toMatchObject({ status: 404, code: 'note-not-found' })
  })
})

test('the notes of a task are hidden from other owners, and other owners cannot change them', async () => {
  const { task, previewId } = await previewed()
  const note = await notes.written(owner, task, previewId)
  await notes.change(admin, note._id, 'resolved', 1)
  const stranger = await reviewer(service)
  expect((await notes.list(stranger, task)).statusCode).toBe(404)
  expect((await notes.add(stranger, task, { previewId, body: 'Mine' })).statusCode).toBe(404)
  for (const act of [notes.reply(stranger, note._id, 'Mine'), notes.change(stranger, note._id, 'accepted', 2)])
    expect((await act).json()).toMatchObject({ status: 404, code: 'note-not-found' })
  const own = await taskIn(service.app, stranger, 'Previewed')
  expect((await notes.add(stranger, own, { previewId, body: 'Mine' })).json()).toMatchObject({ status: 404, code: 'preview-not-found' })
  expect(await notes.listed(stranger, own)).toEqual([])
  expect(await notes.listed(stranger, own, `?previewId=${previewId}`)).toEqual([])
  expect(await notes.listed(owner, task)).toMatchObject([{ state: 'resolved', replies: [] }])
})

test('an owner who writes too many notes must wait', async () => {
  const busy = await reviewer(service)
  const task = await taskIn(service.app, busy, 'Previewed')
  const previewId = (await notes.preview(busy, task))._id
  await sql`
    insert into rate_limits (key, used_until, counted_at)
    values (${`preview-notes:${busy.id}`}, now() + interval '1 hour', now())`.execute(service.db)
  const refused = await notes.add(busy, task, { previewId, body: 'One more' })
  expect(refused.json()).toMatchObject({ status: 429, code: 'too-many' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await notes.add(admin, task, { previewId, body: 'Ours' })).statusCode).toBe(201)
})
