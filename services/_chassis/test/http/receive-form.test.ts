import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '@app/chassis/http/app.ts'
import forms, { withForm } from '@app/chassis/http/receive-form.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { testKeys } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { defineRoute } from '@app/contracts/define.ts'
import * as Type from 'typebox'
import { beforeAll, expect, it } from 'vitest'

const route = defineRoute({
  id: 'upload',
  service: 'tasks',
  method: 'POST',
  url: '/upload',
  access: 'public',
  summary: 'A test',
  schema: { response: { 200: Type.Object({}) } },
  form: {
    fields: Type.Object({}),
    files: {
      first: { kind: 'photo', maxBytes: 1_000_000, refusal: 'No photo' },
      second: { kind: 'photo', maxBytes: 50_000_000, refusal: 'No photo' },
    },
  },
})

let store: ObjectStore
beforeAll(async () => {
  store = await createTestStore()
})

async function keptFiles(): Promise<number> {
  let count = 0
  for await (const _ of store.list('public/tests/')) count++
  return count
}

const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`

it('an upload its sender gave up is a refusal in the log, and leaves no file', async () => {
  const { log, lines } = recordingLogger()
  const app = await createApp({ log, keys: testKeys, checks: {} })
  await app.register(forms)
  app.route({ ...route, handler: (received) => withForm(received, route, { store, prefix: 'public/tests/' }, async () => ({})) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '40000000' }
  const upload = request({ host: '127.0.0.1', port, method: 'POST', path: '/upload', headers })
  upload.on('error', () => {})
  upload.write(part('first'))
  upload.write(png())
  upload.write(`\r\n${part('second')}`)
  upload.write(png())
  upload.write(Buffer.alloc(6_000_000))
  await expect.poll(keptFiles, { timeout: 10_000 }).toBe(1)
  upload.destroy()

  await expect.poll(() => lines.filter((line) => line.includes('upload-aborted')), { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(keptFiles, { timeout: 10_000 }).toBe(0)
  const levels = lines.map((line) => JSON.parse(line).level)
  expect(Math.max(...levels)).toBeLessThanOrEqual(30)
  await app.close()
})
