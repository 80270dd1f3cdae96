import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareStore } from '../../migrate.ts'
import { type StoreUnderTest, storeUnderTest } from './store-under-test.ts'

let store: StoreUnderTest
let bucket: string
beforeAll(async () => {
  store = await storeUnderTest()
  bucket = `portal-${crypto.randomUUID()}`
})
afterAll(() => store.stop())

const env = () => ({
  S3_ENDPOINT: new URL(store.urlOf('')).origin,
  S3_ACCESS_KEY: store.accessKey,
  S3_SECRET_KEY: store.secretKey,
  S3_BUCKET: bucket,
})

it('creates the bucket and makes its public folder readable, and can run again', async () => {
  for (let time = 0; time < 2; time++) expect(await prepareStore(env())).toBe(bucket)
  await store.client.putObject(bucket, 'public/a.txt', 'for all')
  await store.client.putObject(bucket, 'private/a.txt', 'for some')
  const read = (key: string) => fetch(`${env().S3_ENDPOINT}/${bucket}/${key}`)
  expect(await (await read('public/a.txt')).text()).toBe('for all')
  expect((await read('private/a.txt')).status).toBe(403)
})

it('keeps other statements of the bucket policy', async () => {
  const docs = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${store.bucket}/docs/*` }
  await store.client.setBucketPolicy(store.bucket, JSON.stringify({ Version: '2012-10-17', Statement: [docs] }))
  await prepareStore({ ...env(), S3_BUCKET: store.bucket })
  const policy = JSON.parse(await store.client.getBucketPolicy(store.bucket)) as { Statement: unknown[] }
  expect(policy.Statement).toHaveLength(2)
  expect(policy.Statement[0]).toEqual(docs)
})

it('does nothing without a store endpoint, and names missing settings if there is one', async () => {
  expect(await prepareStore({})).toBeUndefined()
  await expect(prepareStore({ S3_ENDPOINT: 'http://127.0.0.1:9' })).rejects.toThrow(/S3_ACCESS_KEY/)
})
