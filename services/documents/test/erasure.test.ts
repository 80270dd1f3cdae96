import { handleOnce } from '@app/chassis/messaging/inbox.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { internalErasure, tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import type { Tables } from '../src/db/tables.ts'
import { companyErasure } from '../src/erasure.ts'
import { INTERNAL_DATA_KEY, type Service, setUp, sharedDocument, storedKeys } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

it('erases the documents of a company and their files, and leaves another company as it was', async () => {
  const { app, db, deps } = service
  const erase = internalErasure(app, INTERNAL_DATA_KEY)
  await sharedDocument(service, await ownerWithCompany(deps))
  const [before, filesBefore] = [await tableDigests(db), await storedKeys(service)]
  const owner = await ownerWithCompany(deps)
  const { _id: companyId } = owner.company
  await sharedDocument(service, owner, { title: 'Secret recipe' })
  expect(await erase.company(companyId, owner.id)).toEqual({
    isComplete: true,
    tables: { document: 1, company: 1, outbox: 1 },
    files: 1,
  })
  expect(await tablesWith(db, [companyId, owner.id, 'Secret recipe'])).toEqual([])
  expect(await tableDigests(db)).toEqual(before)
  expect(await storedKeys(service)).toEqual(filesBefore)
})

it('ignores late events about an erased company, and handles those about other companies', async () => {
  const { app, db, deps } = service
  const handle = async ({ id: ownerId, company: profile }: Awaited<ReturnType<typeof ownerWithCompany>>) => {
    const event = { ...envelope(CompanyProfileSaved, { ownerId, change: 'changed', profile }, 9), subject: profile._id }
    const works = subscriptions.map((subscription) => ({ subscription, event: event as never }))
    return (await handleOnce<Tables>({ service: 'documents', db, handlerLimitMs: 5_000 }, works)).length
  }
  const [other, owner] = [await ownerWithCompany(deps), await ownerWithCompany(deps)]
  await internalErasure(app, INTERNAL_DATA_KEY).company(owner.company._id, owner.id)
  expect(await handle(owner)).toBe(0)
  expect(await tablesWith(db, [owner.company._id, owner.id])).toEqual([])
  expect(await handle(other)).toBe(1)
})

it('every table is erased, or kept for a reason', async () => {
  const { db, deps } = service
  expect(await tablesKept(db, companyErasure(deps))).toEqual([])
  expect(await tablesKeptOfPerson(db, async () => {})).toEqual([])
})
