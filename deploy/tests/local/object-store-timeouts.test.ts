import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeClient } from '@app/chassis/storage/object-store.ts'
import { expect, it, onTestFinished } from 'vitest'
import { sendXmlOf } from '../../local/parts/object-store/call.ts'

/** Idle timeout of the client in this test. The client closes a connection that receives no byte during this time. */
const IDLE_MS = 1_500

it('completing a large upload may take longer than the idle timeout, because the store sends bytes during the work', async () => {
  const server = createServer((request, response) => {
    // Simulates a store that joins the parts of an upload for longer than the client's idle timeout.
    const together = sleep(2_500, { Location: '/', Bucket: 'files', Key: 'large.pdf', ETag: '"whole"' })
    request.resume().once('end', () => void sendXmlOf({ response }, 'CompleteMultipartUploadResult', together))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret', S3_REGION: 'us-east-1', S3_BUCKET: 'files' }
  const client = storeClient({ S3_ENDPOINT, ...keys }, { idleMs: IDLE_MS })
  expect(await client.completeMultipartUpload('files', 'large.pdf', 'upload', [{ part: 1, etag: 'part' }])).toMatchObject({ etag: 'whole' })
})
