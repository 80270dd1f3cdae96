import { exportedRecords } from '@app/chassis/testing/exported-records.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { exportKinds } from '@app/contracts/export/manifest.ts'
import { exportTaskRecords } from '@app/contracts/http/export-records.ts'
import { erasePerson } from '@app/contracts/http/internal-erasure.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentReport } from './reports/report-steps.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { admin, deliver, INTERNAL_DATA_KEY, INTERNAL_MAIL_KEY, move, setUp, taskIn, upload } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
const exported = exportedRecords(() => service.app, exportTaskRecords, INTERNAL_DATA_KEY)
beforeAll(async () => {
  service = await setUp()
  link = reviewing(service)
})
afterAll(() => service.stop())

const at = '2026-11-02T10:00:00Z'
const insert = (table: string, row: object) =>
  sql`insert into ${sql.table(table)} select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)})`.execute(
    service.db,
  )

/** A company with rows of every kind. Returns the ids and texts that its export must contain. */
async function fullCompany(word: string): Promise<Reviewer> {
  const owner = await reviewer(service)
  const companyId = owner.company._id
  const { task, token } = await link.linked(owner)
  await link.referBack(token)
  await deliver(service.app, task._id)
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: `${word} live` })
  await sentReport(service.db, companyId)
  await sql`insert into company_setting (company_id) values (${companyId})`.execute(service.db)
  await sql`
    insert into colleague (id, company_id, email, name, may, state)
    values (gen_random_uuid(), ${companyId}, ${`${word}@example.com`}, ${word}, 'decide', 'active')`.execute(service.db)
  await sql`
    insert into task_series (id, company_id, brief, recurrence_type, starts_on, ends_on, last_number, last_date)
    values (gen_random_uuid(), ${companyId}, ${JSON.stringify({ title: word })}, 'Monthly', '2026-10-01', '2027-10-01', 1, '2026-10-01')`.execute(
    service.db,
  )
  const note = {
    id: crypto.randomUUID(),
    task_id: task._id,
    preview_number: 1,
    source: 'email',
    source_id: word,
    side: 'client',
    text: `${word} note`,
  }
  await insert('task_note', { ...note, is_from_recipient: true, is_automatic: false, has_attachments: false, created_at: at })
  await sql`insert into task_note_author (note_id, email) values (${note.id}, ${`${word}-author@example.com`})`.execute(service.db)
  for (const visibility of ['everyone', 'team'])
    await sql`
      insert into preview_note (id, task_id, preview_id, number, body, author_kind, author_id, visibility)
      select gen_random_uuid(), task_id, id, 1, ${`${word} ${visibility}`}, 'agency', ${admin.id}, ${visibility}
      from preview where task_id = ${task._id} and number = 1`.execute(service.db)
  return owner
}

test('all kinds of records match their schemas, page by page, and contain nothing of another company', async () => {
  const [owner, stranger] = [await fullCompany('alpha'), await fullCompany('omega')]
  const records = await exported.every(owner)
  for (const kind of exportKinds.filter(({ service: name }) => name === 'tasks')) {
    const found = records[kind.name] ?? []
    expect([kind.name, found.length > 0]).toEqual([kind.name, true])
    for (const record of found) expect([kind.name, ...Value.Errors(kind.record, record)]).toEqual([kind.name])
  }
  const text = JSON.stringify(records)
  expect(text).toContain('alpha live')
  expect(text).not.toContain('omega')
  for (const id of [stranger.company._id, stranger.id]) expect(text).not.toContain(id)
  const other = JSON.stringify(await exported.every(stranger))
  for (const [id] of text.matchAll(/"id":"[0-9a-f-]{36}"/g)) if (!id.includes(admin.id)) expect(other).not.toContain(id)
  // In one page, the records are the same.
  expect(await exported.all(owner, 'tasks', 25)).toEqual(records.tasks)
})

test('a task has its versions, feedback, messages, notes and decisions; drafts and notes of the team are left out', async () => {
  const owner = await fullCompany('gamma')
  const pending = await taskIn(service.app, owner, 'Pending')
  await upload(service.app, pending._id, { file1: png() }, { deliver: 'false', caption: 'gamma draft' })
  const [task, second] = await exported.all(owner, 'tasks')
  expect(task).toMatchObject({
    status: 'Posted',
    adminPostComment: 'gamma live',
    rollbacks: [{ previewNo: 1 }],
    previews: [{ number: 1, files: [{ position: 1, kind: 'image' }] }, { number: 2 }],
    messages: [{ text: 'gamma note', authors: [{ email: 'gamma-author@example.com' }] }],
    previewNotes: [{ body: 'gamma everyone', replies: [] }],
    decisions: [{ kind: 'refer-back' }, { kind: 'approve' }],
  })
  expect(second).toMatchObject({ id: pending._id, status: 'Pending', previews: [], decisions: [] })
  const text = JSON.stringify(await exported.every(owner))
  for (const secret of ['gamma team', 'gamma draft']) expect(text).not.toContain(secret)
  expect(text).not.toContain('subjectKey')
  const [header, ...entries] = await exported.all(owner, 'decision-record')
  expect(header).toMatchObject({ format: 'palmetto-record-1', company: owner.company._id, keys: [{ id: expect.any(String) }] })
  expect(entries).toHaveLength(3)
})

test('only requests with the key are answered, and only for known kinds', async () => {
  const owner = await reviewer(service)
  for (const key of [Buffer.alloc(32).toString('base64'), INTERNAL_MAIL_KEY])
    expect((await exported.request(owner, 'tasks', { authorization: `Key ${key}` })).statusCode).toBe(403)
  const erasing = { method: 'POST', url: erasePerson.url, payload: { email: 'ann@example.com' } } as const
  const response = await service.app.inject({ ...erasing, headers: { authorization: `Key ${INTERNAL_MAIL_KEY}` } })
  expect(response.statusCode).toBe(403)
  expect((await exported.request(owner, 'secrets')).statusCode).toBe(404)
  expect((await exported.request(owner, 'tasks', { query: '&cursor=x' })).statusCode).toBe(400)
})
