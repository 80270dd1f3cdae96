import { connect } from '@app/chassis/db/connect.ts'
import { internalErasure, tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import type { RecordCheck, RecordEntry } from '@app/contracts/http/company-record.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../src/db/tables.ts'
import { companyErasure } from '../src/erasure/erase-company.ts'
import { erasePerson } from '../src/erasure/erase-person.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { admin, completeFiles, create, INTERNAL_DATA_KEY, setUp, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let erase: ReturnType<typeof internalErasure>
beforeAll(async () => {
  service = await setUp()
  link = reviewing(service)
  erase = internalErasure(service.app, INTERNAL_DATA_KEY)
})
afterAll(() => service.stop())

/** The decision record and its public keys stay. Limits of clients expire by themselves. */
const CHANGING = ['decision_record', 'record_chain', 'record_key', 'rate_limits']

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.store.list('')) keys.push(key)
  return keys.sort()
}

/** Adds what a company has: tasks with pictures, a colleague, previews, decisions, notes, messages, a report, and a calendar feed. */
async function busyCompany(email: string, colleague: string, name: string): Promise<Reviewer> {
  const { app, db } = service
  const owner = await reviewer(service, { email })
  const { _id: companyId } = owner.company
  await create(app, owner, taskFields(companyId), { referenceImage: png() })
  const { task, token } = await link.linked(owner)
  const invite = { email: colleague, name, may: 'decide' }
  const invited = await app.inject({ method: 'POST', url: `/task/colleagues/${companyId}`, payload: invite, headers: owner.headers })
  if (invited.statusCode !== 201) throw new Error(invited.body)
  await link.approve(token)
  await link.undo(token, { reason: 'The price is wrong' })
  await link.referBack(token)
  const message = { text: 'Please use the new logo' }
  await app.inject({ method: 'POST', url: `/task/notes/${task._id}`, payload: message, headers: owner.headers })
  await app.inject({ method: 'POST', url: `/task/calendar-feed/${companyId}`, headers: owner.headers })
  await completeFiles(service.deps)
  await sql`
    insert into monthly_report (id, company_id, company_name, month, number, state, figures, thumbnails, prepared_at, sent_at, sent_by)
    values (gen_random_uuid(), ${companyId}, 'Palm Bakery', '2026-10', 1, 'sent', '{}', '{}', now(), now(), ${admin.id})`.execute(db)
  await sql`insert into owner_sign_in (owner_id, company_id) values (${owner.id}, ${companyId}) on conflict do nothing`.execute(db)
  return owner
}

const check = async (companyId: string): Promise<RecordCheck> =>
  (await service.app.inject({ url: `/company-record/${companyId}/verify`, headers: admin.headers })).json()

test('an erasure leaves nothing but the decision record, without people, and another company as it was', async () => {
  const { db } = service
  const other = await busyCompany('otto@elm.example', 'olga@elm.example', 'Olga Reed')
  const [before, filesBefore] = [await tableDigests(db, CHANGING), await storedKeys()]
  const owner = await busyCompany('maria@harborpine.example', 'zoe@harborpine.example', 'Zoe Quill')
  const { _id: companyId } = owner.company
  const colleagueId = (await outboxOf(db as never, ColleagueChanged)).at(-1)?.data.colleagueId ?? ''
  const hidden = [owner.id, colleagueId, 'maria@harborpine', 'zoe@harborpine', 'Zoe Quill']
  expect(await tablesWith(db, hidden)).toEqual(expect.arrayContaining(['owner_address', 'colleague', 'record_subject']))

  const first = await erase.company(companyId, owner.id, false)
  expect(first).toMatchObject({ isComplete: true, tables: { task: 2, colleague: 1, monthly_report: 1 } })
  expect(first.files).toBeGreaterThan(0)
  await erase.company(companyId, owner.id)
  expect(await tablesWith(db, hidden)).toEqual([])
  expect(await tablesWith(db, [companyId])).toEqual(['decision_record', 'record_chain'])
  expect(await tableDigests(db, CHANGING)).toEqual(before)
  expect(await storedKeys()).toEqual(filesBefore)
  expect(await erase.company(companyId, owner.id)).toEqual({ isComplete: true, tables: {}, files: 0 })

  const { rows } = await sql<{ key: Buffer }>`select subject_key as key from record_chain where company_id = ${companyId}`.execute(db)
  expect(rows[0]?.key).toHaveLength(0)
  expect(await check(companyId)).toMatchObject({ count: 3, problem: null, isErased: true })
  expect(await check(other.company._id)).toEqual({ count: 3, lastHash: expect.any(String), problem: null })
})

test('admins can still read the record of an erased company, as it was and without names, and the check finds a changed row', async () => {
  const { app } = service
  const owner = await busyCompany('ida@birch.example', 'jon@birch.example', 'Jon Frost')
  const { _id: companyId } = owner.company
  const record = (path: string) => app.inject({ url: `/company-record/${companyId}${path}`, headers: admin.headers })
  const { body } = await record('/record.jsonl')
  await erase.company(companyId, owner.id)
  // So `palmetto-verify` proves the same receipts as before.
  expect((await record('/record.jsonl')).body).toBe(body)
  const entries = (await record('')).json<RecordEntry[]>()
  expect(entries.map(({ decider, deciderName, title }) => [decider, deciderName, title])).toEqual(Array(3).fill([null, null, null]))

  const superuser = connect<Tables>({ url: service.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  onTestFinished(() => superuser.destroy())
  await superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update decision_record set body = replace(body, '"approve"', '"undo"') where company_id = ${companyId}`.execute(trx)
  })
  expect(await check(companyId)).toMatchObject({ isErased: true, problem: { message: 'The hash does not fit to the text of the record.' } })
})

test('a person is erased from notes and colleagues, and the decision record stays verifiable', async () => {
  const { db, app } = service
  const owner = await busyCompany('ann@oak.example', 'kim@oak.example', 'Kim Lane')
  const task = await db.selectFrom('task').select('id').where('company_id', '=', owner.company._id).executeTakeFirstOrThrow()
  const noteId = crypto.randomUUID()
  await sql`
    insert into task_note (id, task_id, preview_number, source, source_id, text, is_from_recipient, is_automatic, has_attachments)
    values (${noteId}, ${task.id}, 1, 'email', ${noteId}, 'My phone is 803 555 0199', true, false, false)`.execute(db)
  await sql`insert into task_note_author (note_id, email) values (${noteId}, 'Kim@oak.example')`.execute(db)
  expect(await tablesWith(db, ['kim@oak'])).toContain('colleague')

  await sql`insert into event_log (id, type, event, is_unroutable) select id, event ->> 'type', event, false from outbox`.execute(db)
  await sql`delete from outbox`.execute(db)
  expect((await erase.person('KIM@oak.example')).isComplete).toBe(true)
  expect(await tablesWith(db, ['kim@oak', '555 0199'])).toEqual([])
  const colleagues = await app.inject({ url: `/task/colleagues/${owner.company._id}`, headers: owner.headers })
  expect(colleagues.statusCode).toBe(200)
  expect(await check(owner.company._id)).toEqual({ count: 3, lastHash: expect.any(String), problem: null })
})

test('every table is erased, or kept for a reason', async () => {
  const { db, deps } = service
  const kept = { decision_record: 'keyed hashes whose key is erased', record_key: 'public keys of the agency' }
  expect(await tablesKept(db, companyErasure(deps))).toEqual(Object.keys(kept))
  // Addresses of owners and admins: the erasure of a person refuses accounts.
  expect(await tablesKeptOfPerson(db, erasePerson)).toEqual(['owner_address'])
})
