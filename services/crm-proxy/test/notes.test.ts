import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { CustomerNote, LastContact } from '@app/contracts/http/customer-notes.ts'
import {
  NOTES_PER_COMPANY_MAX,
  NOTES_PER_PERSON_MAX,
  TOO_MANY_NOTES,
  TOO_MANY_NOTES_ON_PERSON,
} from '@app/contracts/rules/customer-notes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drop, listedCustomers, ownerWithSheet, type Service, setUp, TODAY, update, work } from './setup.ts'

const ADA = 'email:ada@marsh.example'
const BEN = 'email:ben@reed.example'
type Person = { headers: { authorization: string } }

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const add = ({ headers }: Person, entry: object = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/crm/notes',
    payload: { person: ADA, kind: 'call', text: 'Wants rye.', happenedOn: TODAY, ...entry },
    headers,
  })
const list = ({ headers }: Person, person = ADA) => service.app.inject({ url: `/crm/notes?${new URLSearchParams({ person })}`, headers })
const notesOn = async (owner: Person, person = ADA): Promise<CustomerNote[]> => (await list(owner, person)).json()
const textsOn = async (owner: Person, person = ADA) => (await notesOn(owner, person)).map(({ text }) => text)
const contacts = ({ headers }: Person, query = '') => service.app.inject({ url: `/crm/last-contacts${query}`, headers })
const remove = ({ headers }: Person, id: string) => service.app.inject({ method: 'DELETE', url: `/crm/notes/${id}`, headers })

/** Inserts `count` notes of a company, each on another person unless `person` is given. */
const insertMany = (companyId: string, count: number, person?: string) =>
  sql`
    insert into customer_note (id, company_id, person, kind, text, happened_on, author_id)
    select gen_random_uuid(), ${companyId}::uuid, coalesce(${person ?? null}::text, 'email:' || n || '@many.example'), 'call', '', ${TODAY}::date,
      gen_random_uuid()
    from generate_series(1, ${count}::int) n`.execute(service.db)

test('notes are listed by date, and the last contact ignores notes that are no contact', async () => {
  const owner = await ownerWithCompany(service.deps)
  const first = await add(owner, { text: ' Wants rye. ', happenedOn: '2026-11-02' })
  expect(first.statusCode).toBe(201)
  expect(first.json()).toEqual({
    _id: expect.any(String),
    kind: 'call',
    text: 'Wants rye.',
    happenedOn: '2026-11-02',
    authorId: owner.id,
    createdAt: expect.any(String),
  })
  await add(owner, { kind: 'note', text: 'Allergic to nuts.' })
  await add(owner, { kind: 'meeting', text: '', happenedOn: '2026-11-09' })
  await add(owner, { person: BEN, kind: 'note', text: 'Moved to Aiken.' })
  expect((await notesOn(owner)).map(({ kind, happenedOn }) => [kind, happenedOn])).toEqual([
    ['note', TODAY],
    ['meeting', '2026-11-09'],
    ['call', '2026-11-02'],
  ])
  expect((await contacts(owner)).json()).toEqual([{ person: ADA, kind: 'meeting', happenedOn: '2026-11-09' }])

  const [, meeting] = await notesOn(owner)
  expect((await remove(owner, meeting?._id ?? '')).statusCode).toBe(200)
  expect((await contacts(owner)).json<LastContact[]>()[0]?.happenedOn).toBe('2026-11-02')
})

test.each([
  [{ kind: 'note', text: ' ' }, 422, 'Write a note'],
  [{ happenedOn: '2026-11-23' }, 422, 'The date can’t be in the future'],
  [{ happenedOn: '2026-02-30' }, 422, 'Please enter a valid date'],
  [{ person: 'ada' }, 422, 'This is not the key of a person.'],
  [{ person: 'email:ADA@marsh.example' }, 422, 'This is not the key of a person.'],
])('%o is rejected', async (entry, status, message) => {
  const response = await add(await ownerWithCompany(service.deps), entry)
  expect([response.statusCode, response.json().message]).toEqual([status, message])
})

test.each([{ kind: 'fax' }, { text: 'x'.repeat(2_001) }, { text: '\0' }, { author: 'me' }])('%o is malformed', async (entry) => {
  expect((await add(await ownerWithCompany(service.deps), entry)).statusCode).toBe(400)
})

test('an owner sees and removes only notes of the own company', async () => {
  const [owner, stranger] = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)]
  const { _id } = (await add(owner)).json()
  expect(await notesOn(stranger)).toEqual([])
  expect((await contacts(stranger)).json()).toEqual([])
  const refused = await remove(stranger, _id)
  expect([refused.statusCode, refused.json().message]).toEqual([404, 'This note does not exist any more.'])
  expect(await textsOn(owner)).toEqual(['Wants rye.'])
  expect((await list(owner, 'ada')).statusCode).toBe(422)
})

test('the number of notes on a person and of a company is limited', { tags: 'nightly' }, async () => {
  const [ofPerson, ofCompany] = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)]
  await insertMany(ofPerson.company._id, NOTES_PER_PERSON_MAX, ADA)
  await insertMany(ofCompany.company._id, NOTES_PER_COMPANY_MAX)
  for (const [owner, message] of [
    [ofPerson, TOO_MANY_NOTES_ON_PERSON],
    [ofCompany, TOO_MANY_NOTES],
  ] as const) {
    const response = await add(owner)
    expect([response.statusCode, response.json().message]).toEqual([409, message])
  }
  expect((await add(ofPerson, { person: BEN })).statusCode).toBe(201)
})

test('last contacts come in pages, also for long keys', async () => {
  const owner = await ownerWithCompany(service.deps)
  await insertMany(owner.company._id, 3)
  // JSON writes a control character as six bytes.
  const longInJson = `id:${'\u0001'.repeat(257)}`
  const long = `id:${'“é'.repeat(100)}`
  for (const person of [long, longInJson]) expect((await add(owner, { person })).statusCode).toBe(201)
  const found: string[] = []
  for (let query: string | undefined = '?limit=1'; query; ) {
    const response = await contacts(owner, query)
    expect(response.statusCode).toBe(200)
    found.push(...response.json<LastContact[]>().map(({ person }) => person))
    query = /(\?[^>]*)>/.exec(String(response.headers.link ?? ''))?.[1]
  }
  expect(found).toEqual(['email:1@many.example', 'email:2@many.example', 'email:3@many.example', longInJson, long])
})

test('the queries use the index', async () => {
  const owner = await ownerWithCompany(service.deps)
  await insertMany(owner.company._id, 5_000)
  await sql`analyze customer_note`.execute(service.db)
  for (const query of [
    sql`select id from customer_note where company_id = ${owner.company._id} and person = ${ADA} order by happened_on desc, id desc limit 200`,
    sql`select distinct on (person) person from customer_note where company_id = ${owner.company._id} and kind <> 'note' and person > ''
      order by person, happened_on desc, id desc limit 100`,
  ]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(service.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('customer_note_person')
  }
})

describe('when the owner changes the email address of a row', () => {
  const changeEmail = (owner: Person, email: string) =>
    update(service, owner, 'c-ada', { values: { 'Email id': email }, seen: { 'Email id': 'ada@marsh.example' } })

  test('the notes move to the new address after the change was written to the spreadsheet', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await add(owner)
    await changeEmail(owner, 'Ada@new.example')
    expect(await textsOn(owner)).toEqual(['Wants rye.'])
    await work(service, owner)
    expect(await textsOn(owner)).toEqual([])
    expect(await textsOn(owner, 'email:ada@new.example')).toEqual(['Wants rye.'])
  })

  test('the notes stay if the new address has notes, or if the change was discarded', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await add(owner)
    await add(owner, { person: BEN, text: 'Likes boats.' })
    await changeEmail(owner, 'ben@reed.example')
    await work(service, owner)
    expect(await textsOn(owner)).toEqual(['Wants rye.'])
    expect(await textsOn(owner, BEN)).toEqual(['Likes boats.'])

    const other = await ownerWithSheet(service)
    await listedCustomers(service, other)
    await add(other)
    await other.sheet.type(2, 3, 'ada@typed.example')
    const { write } = (await changeEmail(other, 'ada@new.example')).json()
    await work(service, other)
    expect((await drop(service, other, write.id)).statusCode).toBe(200)
    expect(await textsOn(other)).toEqual(['Wants rye.'])
    expect(await textsOn(other, 'email:ada@new.example')).toEqual([])
  })
})
