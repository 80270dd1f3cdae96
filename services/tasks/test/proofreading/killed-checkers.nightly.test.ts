import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { PreviewProofread } from '@app/contracts/events/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findPreview, insertPreview } from '../../src/previews/preview.repository.ts'
import { addTaskRows, admin, adminCreate, setUp, taskFields, upload } from '../setup.ts'
import type { Service } from './proofreading-steps.ts'

const PREVIEWS = 300
const KILLS = 20
const CHECKERS = 2
const CAPTION = 'Make your reservtion today'
const LIMIT_MS = 10 * 60_000

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

/** Delivers previews of as many tasks. They have the same picture. */
async function deliverPreviews(): Promise<void> {
  const { app, db } = service
  const { company } = await ownerWithCompany(service.deps)
  const task = (await adminCreate(app, taskFields(company._id))).json()
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c63' } }).png()
  const { preview } = (await upload(app, task._id, { file1: new Uint8Array(await picture.toBuffer()) }, { caption: CAPTION })).json()
  const delivered = await findPreview(db, preview._id)
  if (!delivered) throw new Error('The preview was not delivered')
  await addTaskRows(db, company._id, { picture: delivered.files[0]?.key, count: PREVIEWS - 1 })
  await db.transaction().execute(async (trx) => {
    await sql`update task set preview_number = 1 where id <> ${task._id}`.execute(trx)
    const tasks = await trx.selectFrom('task').select('id').where('id', '<>', task._id).execute()
    const files = delivered.files.map(({ position: _, ...file }) => file)
    const content = { caption: CAPTION, files, contentHash: delivered.content_hash, createdBy: admin.id, number: 1 }
    for (const { id } of tasks) await insertPreview(trx, { ...content, taskId: id })
  })
}

test(`${KILLS} killed processes: each of ${PREVIEWS} previews is checked once, and none is stuck`, { timeout: LIMIT_MS }, async () => {
  await deliverPreviews()
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
  await expect.poll(checked, { timeout: LIMIT_MS, interval: 1_000 }).toBe(PREVIEWS)

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
