import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginRequest, photoSteps } from './photos/photo-steps.ts'
import { startTasksService } from './photos/tasks-service.ts'
import { admin, type Owner, type Service, setUp, sharedDocument, storedKeys, uploadRequest } from './setup.ts'

let service: Service
let owner: Owner
let tasks: Awaited<ReturnType<typeof startTasksService>>
const photos = photoSteps(() => service)
beforeAll(async () => {
  tasks = await startTasksService()
  service = await setUp({ tasksUrl: tasks.url })
  owner = await ownerWithCompany(service.deps)
})
afterAll(async () => {
  await service.stop()
  tasks.stop()
})

interface Expected {
  make: () => Promise<SentRequest>
  /** The change of the number of documents' files. */
  files: number
  /** Number of events. Default: 1. */
  events?: number
}

/** A request for each route that accepts idempotency keys. */
const requests: Record<string, Expected> = {
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
  createPhotoDelivery: { make: async () => beginRequest(owner), files: 0, events: 0 },
  endPhotoDelivery: {
    make: async () => {
      const { _id } = await photos.begun(owner)
      await photos.sent(owner, { _id })
      return { method: 'POST', url: `/photos/${_id}/done`, headers: owner.headers }
    },
    files: 0,
  },
  removePhoto: {
    make: async () => {
      const { _id } = await photos.sent(owner, await photos.begun(owner))
      return { method: 'DELETE', url: `/photos/picture/${_id}`, headers: owner.headers }
    },
    files: 0,
  },
}

const events = async (): Promise<number> => (await service.db.selectFrom('outbox').select('id').execute()).length

test('every route that accepts idempotency keys is tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('documents').sort())
})

test.each(Object.entries(requests))(
  '%s has one effect when it is sent again with its idempotency key',
  async (_id, { make, files, events: published = 1 }) => {
    const request = await make()
    const [eventsBefore, filesBefore] = [await events(), await storedKeys(service)]
    const { answers, replayed } = await sendThreeTimes(service.app, request)
    expect(answers).toEqual([expect.stringMatching(/^20[01] /)])
    expect(replayed).toBe(2)
    expect(await events()).toBe(eventsBefore + published)
    expect(await storedKeys(service)).toHaveLength(filesBefore.length + files)
  },
)
