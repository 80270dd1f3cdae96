import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, type Owner, type Service, setUp, sharedDocument, storedKeys, uploadRequest } from './setup.ts'

let service: Service
let owner: Owner
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

/** A request for each route that accepts idempotency keys. `files` is the expected change of the number of files. */
const requests: Record<string, { make: () => Promise<SentRequest>; files: number }> = {
  uploadDocument: { make: () => uploadRequest(owner), files: 1 },
  openDocument: {
    make: async () => ({
      method: 'PUT',
      url: `/process/documents/${(await sharedDocument(service, owner))._id}/opened`,
      headers: admin.headers,
    }),
    files: 0,
  },
  removeDocument: {
    make: async () => ({
      method: 'DELETE',
      url: `/process/documents/${(await sharedDocument(service, owner))._id}`,
      headers: owner.headers,
    }),
    files: -1,
  },
}

const events = async (): Promise<number> => (await service.db.selectFrom('outbox').select('id').execute()).length

test('every route that accepts idempotency keys is tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('documents').sort())
})

test.each(Object.entries(requests))('%s has one effect when it is sent again with its idempotency key', async (_id, { make, files }) => {
  const request = await make()
  const [eventsBefore, filesBefore] = [await events(), await storedKeys(service)]
  const { answers, replayed } = await sendThreeTimes(service.app, request)
  expect(answers).toEqual([expect.stringMatching(/^20[01] /)])
  expect(replayed).toBe(2)
  expect(await events()).toBe(eventsBefore + 1)
  expect(await storedKeys(service)).toHaveLength(filesBefore.length + files)
})
