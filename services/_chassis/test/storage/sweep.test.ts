import { connect } from '@app/chassis/db/connect.ts'
import { createFileSweepTable, startSweeping } from '@app/chassis/storage/sweep.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { sql } from 'kysely'
import { Client } from 'minio'
import { expect, inject, it, onTestFinished } from 'vitest'

const PREFIX = 'public/tests/'

function minioClient(): Client {
  const { endpoint, accessKey, secretKey } = inject('s3')
  const { hostname, port, protocol } = new URL(endpoint)
  return new Client({ endPoint: hostname, port: Number(port), useSSL: protocol === 'https:', accessKey, secretKey, region: 'us-east-1' })
}

it('a sweep runs soon after the start and aborts uploads that are unfinished after a day', { tags: 'nightly' }, async () => {
  const [database, store] = await Promise.all([
    createTestDatabase('tasks', { '0001-sweep': { up: createFileSweepTable } }),
    createTestStore(),
  ])
  const db = connect<unknown>({ url: database.url, schema: 'tasks', max: 2, onIdleError: () => {} })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const client = minioClient()
  const unfinished = async () => (await client.listIncompleteUploadsQuery(store.bucket, PREFIX, '', '', '')).uploads.map(({ key }) => key)
  for (const key of ['one', 'two']) await client.initiateNewMultipartUpload(store.bucket, PREFIX + key, {})

  async function sweepAfter(days: number): Promise<void> {
    const { log, lines } = recordingLogger()
    const now = () => new Date(Date.now() + days * 86_400_000)
    const stop = startSweeping({ db, store, prefixes: [PREFIX], namedKeys: async () => new Set(), log, now }, 1)
    const claims = () => sql`select from file_sweep where started_at >= ${new Date(now().getTime() - 60_000)}`.execute(db)
    await expect.poll(async () => (await claims()).rows.length, { timeout: 10_000 }).toBe(1)
    await stop()
    expect(lines.filter((line) => line.includes('failed'))).toEqual([])
  }

  await sweepAfter(0)
  expect(await unfinished()).toEqual([`${PREFIX}one`, `${PREFIX}two`])
  await sweepAfter(1.1)
  expect(await unfinished()).toEqual([])
})
