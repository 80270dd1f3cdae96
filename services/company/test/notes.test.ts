import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { CompanyNoteChanged } from '@app/contracts/events/company.ts'
import type { CompanyNote } from '@app/contracts/http/company-notes.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyService, createCompany, reportAdmin } from './setup.ts'

let company: CompanyService
let owner: ReturnType<typeof person>
let url: string
const [dana, evan] = [person('admin'), person('admin')]

beforeAll(async () => {
  company = await createCompany()
  await reportAdmin(company, { userId: dana.id, username: 'Dana Reyes' })
})
afterAll(() => company.close())
beforeEach(async () => {
  owner = person('owner')
  url = `/admin/company/${(await company.create(owner))._id}/notes`
})

const add = (text: string, by = dana, to = url) => company.app.inject({ method: 'POST', url: to, payload: { text }, headers: by.headers })
const list = (query = '', by = evan, of = url) => company.app.inject({ url: `${of}${query}`, headers: by.headers })
const texts = async () => (await list()).json<CompanyNote[]>().map(({ text }) => text)
const remove = (id: string, by = dana, of = url) => company.app.inject({ method: 'DELETE', url: `${of}/${id}`, headers: by.headers })

it('admins write notes on a company, and the whole team reads them, newest first and in pages', async () => {
  const reply = await add(' Call on Fridays ')
  const note = { _id: expect.any(String), text: 'Call on Fridays', createdAt: expect.stringMatching(/Z$/), editedAt: null }
  expect([reply.statusCode, reply.json()]).toEqual([201, { ...note, author: { id: dana.id, name: 'Dana Reyes' } }])
  await add('Prefers emails', evan)
  await add('Moved to Main Street')
  expect(await texts()).toEqual(['Moved to Main Street', 'Prefers emails', 'Call on Fridays'])
  expect((await list()).json<CompanyNote[]>()[1]?.author).toEqual({ id: evan.id, name: 'Admin' })
  const first = await list('?limit=2')
  const next = /^<[^?]*(\?.*)>; rel="next"$/.exec(String(first.headers.link))?.[1]
  expect((await list(next)).json<CompanyNote[]>().map(({ text }) => text)).toEqual(['Call on Fridays'])
})

it('an admin deletes own notes only', async () => {
  const { _id } = (await add('Call on Fridays')).json<CompanyNote>()
  expect((await remove(_id, evan)).json()).toMatchObject({ status: 403, code: 'not-your-note' })
  const other = `/admin/company/${(await company.create(person('owner')))._id}/notes`
  expect((await remove(_id, dana, other)).statusCode).toBe(404)
  expect((await remove(_id)).statusCode).toBe(200)
  expect((await remove(_id)).statusCode).toBe(404)
  expect(await texts()).toEqual([])
  const events = (await outboxOf(company.db as never, CompanyNoteChanged)).filter(({ subject }) => subject === _id)
  expect(events.map(({ data }) => [data.change, data.ownerId])).toEqual([
    ['added', owner.id],
    ['removed', owner.id],
  ])
  expect(JSON.stringify(events)).not.toContain('Fridays')
})

it('an admin changes the text of own notes only', async () => {
  const { _id } = (await add('Call on Fridays')).json<CompanyNote>()
  const change = (text: string, by = dana, of = url) =>
    company.app.inject({ method: 'PUT', url: `${of}/${_id}`, payload: { text }, headers: by.headers })
  expect((await change('Call on Mondays', evan)).json()).toMatchObject({ status: 403, code: 'not-your-note' })
  const other = `/admin/company/${(await company.create(person('owner')))._id}/notes`
  expect((await change('Call on Mondays', dana, other)).statusCode).toBe(404)
  expect((await change('  ')).json()).toMatchObject({ status: 422, errors: [{ field: 'text' }] })
  expect((await change(' Call on Mondays ')).json()).toMatchObject({ text: 'Call on Mondays', editedAt: expect.stringMatching(/Z$/) })
  expect(await texts()).toEqual(['Call on Mondays'])
  await remove(_id)
  const events = (await outboxOf(company.db as never, CompanyNoteChanged)).filter(({ subject }) => subject === _id)
  expect(events.map(({ data, aggregateversion }) => [data.change, aggregateversion])).toEqual([
    ['added', 1],
    ['changed', 2],
    ['removed', 3],
  ])
  expect(JSON.stringify(events)).not.toContain('Mondays')
})

it('a note has a text of at most 5,000 characters, on a company that exists', async () => {
  expect((await add(' \u200b ')).json()).toMatchObject({ status: 422, errors: [{ field: 'text' }] })
  expect((await add('x'.repeat(5_001))).statusCode).toBe(400)
  expect((await add('x'.repeat(5_000))).statusCode).toBe(201)
  const unknown = `/admin/company/${crypto.randomUUID()}/notes`
  expect([(await add('Hello', dana, unknown)).statusCode, (await list('', dana, unknown)).statusCode]).toEqual([404, 404])
})

it('owners see no notes, and reach no route of admins', async () => {
  await add('Call on Fridays')
  expect((await list('', owner)).statusCode).toBe(403)
  expect(await findAccessViolations(company.app, 'company')).toEqual([])
  const profile = await company.app.inject({ url: '/company/get-company-profile', headers: owner.headers })
  expect(profile.body).not.toContain('Fridays')
})
