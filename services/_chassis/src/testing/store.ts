import { inject } from 'vitest'
import { createObjectStore, type ObjectStore } from '../storage/object-store.ts'

/** The origin that addresses in test answers are on. */
export const TEST_ORIGIN = 'http://files.test'

/** A bucket of its own on the real store of the test run. */
export async function createTestStore(): Promise<ObjectStore> {
  const { endpoint, accessKey, secretKey } = inject('s3')
  const store = createObjectStore({
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: `test-${crypto.randomUUID().slice(0, 13)}`,
    PUBLIC_URL: TEST_ORIGIN,
  })
  await store.prepare()
  return store
}
