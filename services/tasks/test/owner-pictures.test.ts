import { buffer } from 'node:stream/consumers'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { gpsPhoto, heic, shownBy, UPRIGHT_PHOTO } from '@app/chassis/testing/photos.ts'
import { undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewer, reviewing } from './reviews/reviewing.ts'
import { adminCreate, create, giveFeedback, read, setUp, storedKeys, taskFields, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof reviewer>>
let link: ReturnType<typeof reviewing>
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
  link = reviewing(service)
})
afterAll(() => service.stop())

type Picture = Buffer<ArrayBuffer>

const fresh = async ({ _id }: Pick<Task, '_id'>): Promise<Task> => (await read(service.app, owner, _id)).json()
const suggestionOf = async (task: Task): Promise<string | null | undefined> =>
  (await fresh(task)).rollbackFeedback.at(-1)?.clientSuggestImage

/** Sends a picture in each field for pictures of owners. Returns the URL of the stored picture. */
const fields: Readonly<Record<string, (picture: Picture) => Promise<string | null | undefined>>> = {
  'reference image of an owner': async (referenceImage) =>
    (await create(service.app, owner, taskFields(owner.company._id), { referenceImage })).json().referenceImage,
  'reference image of an admin': async (referenceImage) =>
    (await adminCreate(service.app, taskFields(owner.company._id), undefined, { referenceImage })).json().referenceImage,
  'suggestion in the portal': async (clientSuggestImage) => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer' }, { clientSuggestImage })
    return suggestionOf(task)
  },
  'suggestion through a review link': async (clientSuggestImage) => {
    const { task, token } = await link.linked(owner)
    await link.referBack(token, {}, { clientSuggestImage })
    return suggestionOf(task)
  },
}

describe.each(Object.entries(fields))('a %s', (_name, send) => {
  test('has no metadata and is upright', async () => {
    const url = await send(await gpsPhoto())
    expect(await shownBy(await buffer(await service.store.get(service.store.keyOf(url ?? '') ?? '')))).toEqual(UPRIGHT_PHOTO)
  })

  test('may be a HEIC picture, which becomes a JPEG', async () => {
    expect(await send(heic())).toMatch(/\.jpg$/)
  })
})

describe('a form that is rejected for another reason is rejected before its picture is decoded', () => {
  // A decoded picture would get status 415.
  const clientSuggestImage = undecodableJpeg()

  test('feedback: empty, of an outdated version, and for a task of another owner', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const stranger = await ownerWithCompany(service.deps)
    const statuses = [
      await giveFeedback(service.app, owner, task._id, { feedback: ' ' }, { clientSuggestImage }),
      await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer', version: '77' }, { clientSuggestImage }),
      await giveFeedback(service.app, stranger, task._id, { feedback: 'Warmer' }, { clientSuggestImage }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([422, 409, 404])
  })

  test('a review link: a preview number that is invalid, and one of another preview', async () => {
    const { token } = await link.linked(owner)
    const before = await storedKeys(service.deps)
    const statuses = [
      await link.referBack(token, { previewNo: 'x' }, { clientSuggestImage }),
      await link.referBack(token, { previewNo: '9' }, { clientSuggestImage }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([400, 409])
    expect(await storedKeys(service.deps)).toEqual(before)
  })

  test('a task: of another company, and on an invalid day', async () => {
    const stranger = await ownerWithCompany(service.deps)
    const statuses = [
      await create(service.app, stranger, taskFields(owner.company._id), { referenceImage: clientSuggestImage }),
      await create(service.app, owner, taskFields(owner.company._id, { targetPostingDate: '2020-01-01' }), {
        referenceImage: clientSuggestImage,
      }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 422])
  })
})
