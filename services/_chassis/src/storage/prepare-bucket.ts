import type { Client } from 'minio'
import { type ObjectStoreConfig, PUBLIC_PREFIX, storeClient } from './object-store.ts'

interface Policy {
  Version: string
  Statement: Record<string, unknown>[]
}

async function policyOf(client: Client, bucket: string): Promise<Policy> {
  try {
    return JSON.parse(await client.getBucketPolicy(bucket)) as Policy
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'NoSuchBucketPolicy') return { Version: '2012-10-17', Statement: [] }
    throw error
  }
}

/** Creates the bucket and allows public reading of `public/`, if necessary. Other statements of the bucket's policy remain. */
export async function prepareBucket(config: Omit<ObjectStoreConfig, 'PUBLIC_URL'>): Promise<void> {
  const client = storeClient(config)
  const bucket = config.S3_BUCKET
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, config.S3_REGION)
  const Resource = [`arn:aws:s3:::${bucket}/${PUBLIC_PREFIX}*`]
  const policy = await policyOf(client, bucket)
  const isOpen = policy.Statement.some(({ Effect, Resource: of }) => Effect === 'Allow' && [of].flat().join() === Resource.join())
  if (isOpen) return
  policy.Statement.push({ Effect: 'Allow', Principal: { AWS: ['*'] }, Action: ['s3:GetObject'], Resource })
  await client.setBucketPolicy(bucket, JSON.stringify(policy))
}
