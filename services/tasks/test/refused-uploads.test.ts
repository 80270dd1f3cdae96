import { once } from 'node:events'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { disguisedHtml, jpeg, png } from '@app/chassis/testing/pictures.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create, setUp, storedKeys, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let before: string[]
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
  before = await storedKeys(service.deps)
})

afterEach(async () => {
  expect(await storedKeys(service.deps)).toEqual(before)
  const list = await service.app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })
  expect(list.json()).toEqual([])
})

const tooLarge = () => png({ padding: 10 * 1024 * 1024 })
test.each([
  ['a file over 10 MB', 413, {}, tooLarge],
  ['an HTML page named as a picture', 415, {}, disguisedHtml],
  ['a valid picture with an invalid field', 422, { title: '' }, png],
  ['a valid picture with an unknown field', 400, { nonsense: '1' }, jpeg],
])('%s gets %i', async (_what, status, fields, file) => {
  const response = await create(service.app, owner, taskFields(owner.company._id, fields), { referenceImage: file() })
  expect(response.statusCode).toBe(status)
})

const FILE_PART =
  '--test-boundary\r\ncontent-disposition: form-data; name="referenceImage"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'

describe('an invalid form gets a client error', () => {
  const send = (payload: string | Buffer, contentType: string) =>
    service.app.inject({ method: 'POST', url: '/task/create-task', payload, headers: { ...owner.headers, 'content-type': contentType } })

  test.each([
    ['JSON instead of a form', '{}', 'application/json', 415],
    ['no boundary', '--b', 'multipart/form-data', 400],
    ['a boundary of 300 characters', '--b', `multipart/form-data; boundary=${'b'.repeat(300)}`, 400],
    ['another boundary', '--c\r\n', 'multipart/form-data; boundary=test-boundary', 400],
    ['an empty body', '', 'multipart/form-data; boundary=test-boundary', 400],
    [
      'an end inside a field',
      '--test-boundary\r\ncontent-disposition: form-data; name="title"\r\n\r\nx',
      'multipart/form-data; boundary=test-boundary',
      400,
    ],
    ['an end inside a file', Buffer.concat([Buffer.from(FILE_PART), png()]), 'multipart/form-data; boundary=test-boundary', 400],
    [
      'an end inside a large file',
      Buffer.concat([Buffer.from(FILE_PART), png({ padding: 6_000_000 })]),
      'multipart/form-data; boundary=test-boundary',
      400,
    ],
  ])('%s', async (_what, payload, contentType, status) => {
    const response = await send(payload, contentType)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toContain('application/problem+json')
  })
})

test('an upload whose connection is closed is logged as aborted', async () => {
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const request = new AbortController()
  const received = once(service.app.server, 'request')
  async function* half() {
    yield Buffer.from(FILE_PART)
    yield png({ padding: 6 * 1024 * 1024 })
    await received
    request.abort()
    await new Promise(() => {})
  }
  const before = service.lines.length
  const sending = fetch(`${address}/task/create-task`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'multipart/form-data; boundary=test-boundary' },
    body: ReadableStream.from(half()),
    duplex: 'half',
    signal: request.signal,
  } as RequestInit)
  await expect(sending).rejects.toThrow()
  await expect.poll(() => service.lines.slice(before).some((line) => line.includes('upload-aborted')), { timeout: 5_000 }).toBe(true)
})
