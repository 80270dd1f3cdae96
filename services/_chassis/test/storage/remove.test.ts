import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { createTestStore, TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { expect, it, onTestFinished } from 'vitest'

it('remove fails if the store responds with 200 but lists errors', async () => {
  const refusal = '<Error><Key>public/a</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(`<DeleteResult>${refusal}</DeleteResult>`))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const keys = { S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret', S3_REGION: 'us-east-1', S3_BUCKET: 'files', PUBLIC_URL: TEST_ORIGIN }
  const store = createObjectStore({ S3_ENDPOINT: `http://127.0.0.1:${port}`, ...keys })
  await expect(store.remove(['public/a', 'public/b'])).rejects.toThrow(/did not remove 1 of 2 files: .*AccessDenied/)
})

it('removing a missing file succeeds', async () => {
  const store = await createTestStore()
  await expect(store.remove(['public/nothing'])).resolves.toBeUndefined()
})
