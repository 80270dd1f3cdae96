import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { PreviewProofread } from '@app/contracts/events/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { adminCreate, setUp, taskFields, upload } from '../setup.ts'
import type { Service } from './proofreading-steps.ts'

const PREVIEWS = 300
const KILLS = 20
const CHECKERS = 2

let service: Service
const running: ChildProcess[] = []
beforeAll(async () => {
  service = await setUp()
})
afterAll(async () => {
  for (const checker of running) checker.kill('SIGKILL')
  await service.stop()
})

/** Starts a process that checks previews. */
function startChecker(): ChildProcess {
  const { endpoint, accessKey, secretKey } = inject('s3')
  const store = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: service.store.bucket,
    PUBLIC_URL: TEST_ORIGIN,
  }
  return fork(new URL('checker-child.ts', import.meta.url), [service.url, JSON.stringify(store)], { execArgv: [] })
}

async function count(rows: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(service.db)
  return result.rows[0]?.count ?? 0
}
const checked = () => count(sql`proofreading where state = 'done'`)

test(`${KILLS} killed processes: each of ${PREVIEWS} previews is checked once, and none is stuck`, async () => {
  const owner = await ownerWithCompany(service.deps)
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c63' } })
    .png()
    .toBuffer()
  for (let preview = 1; preview <= PREVIEWS; preview += 1) {
    const { _id } = (await adminCreate(service.app, taskFields(owner.company._id, { title: `Winter sale ${preview}` }))).json()
    const response = await upload(service.app, _id, { file1: new Uint8Array(picture) }, { caption: 'Make your reservtion today' })
    expect(response.statusCode, response.body).toBe(201)
  }

  running.push(...Array.from({ length: CHECKERS }, startChecker))
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await checked()
    await expect.poll(checked, { timeout: 60_000 }).toBeGreaterThan(before + (kill % 4))
    const victim = running.shift()
    victim?.kill('SIGKILL')
    if (victim) await once(victim, 'exit')
    // Makes the leases expire. The work then comes after all that has waited longer, so that no preview is hit three times.
    await sql`update work set due_at = now() where queue = 'proofreading' and state = 'running'`.execute(service.db)
    running.push(startChecker())
  }
  await expect.poll(checked, { timeout: 300_000, interval: 1_000 }).toBe(PREVIEWS)

  await expect.poll(() => count(sql`work where queue = 'proofreading' and settled_at is null`)).toBe(0)
  expect(await count(sql`proofreading where unchecked_files <> '{}'`)).toBe(0)
  expect(
    await count(sql`(select preview_id from finding where words = 'reservtion' group by preview_id having count(*) = 1) as once`),
  ).toBe(PREVIEWS)
  const events = await outboxOf(service.db as never, PreviewProofread)
  expect(events).toHaveLength(PREVIEWS)
  expect(new Set(events.map(({ data }) => data.previewId)).size).toBe(PREVIEWS)
  expect(await count(sql`task_findings`)).toBe(PREVIEWS)
})
