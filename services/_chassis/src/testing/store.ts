import { inject } from 'vitest'
import { createObjectStore, type ObjectStore } from '../storage/object-store.ts'
import { prepareBucket } from '../storage/prepare-bucket.ts'

export const TEST_ORIGIN = 'http://files.test'

export async function createTestStore(): Promise<ObjectStore & { bucket: string }> {
  const { endpoint, accessKey, secretKey } = inject('s3')
  const config = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: `test-${crypto.randomUUID().slice(0, 13)}`,
    PUBLIC_URL: TEST_ORIGIN,
  }
  await prepareBucket(config)
  return { ...createObjectStore(config), bucket: config.S3_BUCKET }
}
