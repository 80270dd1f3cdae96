import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'minio'
import { startObjectStore } from '../../local/parts/object-store/start.ts'
import { isContained } from '../support/containers/parts.ts'
import { startStoreContainer } from '../support/containers/store.ts'

const PART_SIZE = 5 * 1024 * 1024

export interface StoreUnderTest {
  client: Client
  accessKey: string
  secretKey: string
  bucket: string
  scratch: string
  urlOf(key: string): string
  stop(): Promise<void>
}

/**
 * Creates a bucket for a test. If `S3_ENDPOINT` is set, the bucket is in that store. Otherwise, starts a store. With `local`, always starts
 * the store of the local run.
 */
export async function storeUnderTest(which: 'any' | 'local' = 'any'): Promise<StoreUnderTest> {
  const scratch = await mkdtemp(join(tmpdir(), 'object-store-test-'))
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = which === 'local' ? {} : process.env
  const accessKey = S3_ACCESS_KEY ?? 'test-access'
  const secretKey = S3_SECRET_KEY ?? randomBytes(20).toString('hex')
  const startOwn = () =>
    which === 'any' && isContained('store')
      ? startStoreContainer({ accessKey, secretKey })
      : startObjectStore({ dataDir: scratch, accessKey, secretKey, log: console })
  const own = S3_ENDPOINT ? undefined : await startOwn()
  const endpoint = new URL(S3_ENDPOINT ?? own?.endpoint ?? '')
  const client = new Client({ ...addressOf(endpoint), accessKey, secretKey, region: 'us-east-1', pathStyle: true, partSize: PART_SIZE })
  const bucket = `test-${randomUUID()}`
  await client.makeBucket(bucket)
  return {
    client,
    accessKey,
    secretKey,
    bucket,
    scratch,
    urlOf: (key) => new URL(`/${bucket}/${key}`, endpoint).href,
    stop: async () => {
      await own?.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

export function addressOf(endpoint: URL): { endPoint: string; port: number; useSSL: boolean } {
  const useSSL = endpoint.protocol === 'https:'
  return { endPoint: endpoint.hostname, port: Number(endpoint.port || (useSSL ? 443 : 80)), useSSL }
}

export function publicFolderPolicy(bucket: string): string {
  const Statement = [
    { Effect: 'Allow', Principal: { AWS: ['*'] }, Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/public/*`] },
  ]
  return JSON.stringify({ Version: '2012-10-17', Statement })
}
