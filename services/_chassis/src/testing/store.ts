import { inject } from 'vitest'
import { createObjectStore, type ObjectStore } from '../storage/object-store.ts'
import { prepareBucket } from '../storage/prepare-bucket.ts'
import { type PublicFiles, publicFiles } from '../storage/public-files.ts'

export const TEST_ORIGIN = 'http://files.test'

interface TestStore extends ObjectStore {
  bucket: string
  /** Reads the store's public files without access keys. */
  files: PublicFiles
}

export async function createTestStore(): Promise<TestStore> {
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
  return { ...createObjectStore(config), bucket: config.S3_BUCKET, files: publicFiles(config) }
}
