import { StoreSilent } from '@app/chassis/storage/idle-limit.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { list, type Owner, remove, type Service, setUp, sharedDocument, upload } from './setup.ts'

let store: Awaited<ReturnType<typeof createTestStore>>
let service: Service
let owner: Owner
/** The error that the store throws. Undefined while the store works. */
let failure: Error | undefined
beforeAll(async () => {
  store = await createTestStore()
  const failing =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      if (failure) throw failure
      return work(...given)
    }
  service = await setUp({ store: { ...store, read: failing(store.read), remove: failing(store.remove) } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  failure = undefined
  owner = await ownerWithCompany(service.deps)
})

const listed = async () => (await list(service, owner, owner.company._id)).json().data

test('an upload gets 503 and stores nothing if the store fails while the file is checked', async () => {
  failure = new StoreSilent(5_000)
  const response = await upload(service, owner)
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, expect.any(String)])
  expect(await listed()).toEqual([])
  failure = undefined
  await sharedDocument(service, owner)
  expect(await listed()).toHaveLength(1)
})

test('a removal succeeds while the store is unavailable, and the sweep deletes the file later', async () => {
  const document = await sharedDocument(service, owner)
  failure = new StoreSilent(5_000)
  expect((await remove(service, owner, document._id)).statusCode).toBe(200)
  expect(await listed()).toEqual([])
  expect(service.lines.some((line) => line.includes('the sweep will'))).toBe(true)
})
