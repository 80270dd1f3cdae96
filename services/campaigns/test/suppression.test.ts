import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import type { Suppression } from '@app/contracts/http/suppressions.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suppress } from '../src/suppression/suppress.ts'
import { admin, type Owner, type Person, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const keep = ({ company }: Owner, email: string, reason: Suppression['reason']) =>
  inTransaction(service.db, (trx) => suppress(trx, { companyId: company._id, email, reason }))

const list = (who: Person, { company }: Owner, query = '') =>
  service.app.inject({ url: `/campaign/company/${company._id}/suppressions${query}`, headers: who.headers })

const lift = (who: Person, id: string, headers = {}) =>
  service.app.inject({ method: 'DELETE', url: `/campaign/suppressions/${id}`, headers: { ...who.headers, ...headers } })

const emailsIn = (response: { json(): unknown }) => (response.json() as Suppression[]).map(({ email }) => email)

test('only the owner and admins see suppressed addresses, newest first, by page and by part of an address', async () => {
  const owner = await ownerWithCompany(service.deps)
  for (const name of ['ann', 'bob', 'cleo_%']) await keep(owner, `${name}@a.example`, 'bounced')
  expect((await list(owner, owner)).json()).toMatchObject([
    { email: 'cleo_%@a.example', reason: 'bounced' },
    { email: 'bob@a.example' },
    { email: 'ann@a.example' },
  ])
  expect(emailsIn(await list(admin, owner))).toHaveLength(3)
  expect(emailsIn(await list(owner, owner, '?search=BOB%40'))).toEqual(['bob@a.example'])
  expect(emailsIn(await list(owner, owner, '?search=_%25'))).toEqual(['cleo_%@a.example'])
  const page = await list(owner, owner, '?limit=2')
  expect(emailsIn(page)).toEqual(['cleo_%@a.example', 'bob@a.example'])
  const [, next = ''] = /^<.*\?(.*)>; rel="next"$/.exec(String(page.headers.link)) ?? []
  expect(emailsIn(await list(owner, owner, `?${next}`))).toEqual(['ann@a.example'])
  expect((await list(owner, owner, '?cursor=x')).statusCode).toBe(400)
  const stranger = await ownerWithCompany(service.deps)
  expect((await list(stranger, owner)).statusCode).toBe(404)
  expect((await service.app.inject({ url: `/campaign/company/${owner.company._id}/suppressions` })).statusCode).toBe(401)
})

test('an owner removes a suppression once for each key, and cannot remove one of another company', async () => {
  const owner = await ownerWithCompany(service.deps)
  await keep(owner, 'ann@a.example', 'unsubscribed')
  const [{ _id = '' } = {}] = (await list(owner, owner)).json() as Suppression[]
  expect((await lift(await ownerWithCompany(service.deps), _id)).statusCode).toBe(404)
  expect((await lift(admin, _id)).statusCode).toBe(403)
  expect((await lift(person('owner'), uuidv7())).statusCode).toBe(404)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const lifted = await lift(owner, _id, key)
  expect(lifted.json()).toEqual({ message: 'ann@a.example will get your campaigns again if your spreadsheet says Yes.' })
  expect((await lift(owner, _id, key)).json()).toEqual(lifted.json())
  expect((await lift(owner, _id)).statusCode).toBe(404)
  expect(emailsIn(await list(owner, owner))).toEqual([])
})

test('a recipient’s decision replaces a mailbox’s refusal, is never replaced, and alone is published', async () => {
  const owner = await ownerWithCompany(service.deps)
  const published = async () =>
    (await outboxOf(service.db as never, RecipientUnsubscribed)).filter(({ data }) => data.companyProfileId === owner.company._id).length
  for (const [reason, kept, events] of [
    ['refused', 'refused', 0],
    ['bounced', 'refused', 0],
    ['complained', 'complained', 1],
    ['unsubscribed', 'complained', 1],
    ['bounced', 'complained', 1],
  ] as const) {
    await keep(owner, 'ann@a.example', reason)
    expect((await list(owner, owner)).json()).toMatchObject([{ reason: kept }])
    expect(await published(), reason).toBe(events)
  }
})
