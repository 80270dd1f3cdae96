import { Readable } from 'node:stream'
import type { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import { PreviewCompleted, PreviewUploaded, ReviewLinkRequested, TaskApproved } from '@app/contracts/events/tasks.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, completeFiles, deliver, move, onDraft, previewsOf, setUp, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const eventsOf = async (event: typeof PreviewUploaded | typeof PreviewCompleted | typeof ReviewLinkRequested, { _id }: Task) =>
  (await outboxOf(service.db as never, event)).filter(({ subject }) => subject === _id).map(({ data }) => data)
const complete = () => completeFiles(service.deps)

test('the event of a delivery has the content of the preview, and what changed', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const video = mp4()
  await upload(service.app, task._id, { file1: png(), file2: video }, { caption: 'First', duration2: '65200' })
  const second = { file1: png(), file2: video, poster2: png(), file3: pdf() }
  const { preview }: { preview: Preview } = (await upload(service.app, task._id, second, { caption: 'Second', duration2: '65200' })).json()
  const events = await eventsOf(PreviewUploaded, task)
  expect(events[0]).toMatchObject({ previewNo: 1, caption: 'First', platforms: [], companyLogo: null })
  expect(events[0]).not.toHaveProperty('changes')
  expect(events[1]).toMatchObject({
    previewId: preview._id,
    previewNo: 2,
    caption: 'Second',
    changes: { previousNo: 1, isCaptionChanged: true, added: 1, removed: 0, replaced: 1, isReordered: false },
  })
  expect(events[1]?.files).toEqual(
    preview.files.map(({ kind, thumbnail, width, height, durationMs }) => ({ kind, thumbnail, width, height, durationMs })),
  )
  expect(events[1]?.files?.every(({ thumbnail }) => thumbnail?.startsWith(service.store.publicUrl('public/previews/')))).toBe(true)
})

test('the picture of an event is one that all email apps show', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'navy' } })
    .webp()
    .toBuffer()
  await upload(service.app, task._id, { file1: Buffer.from(webp) })
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  const [approved] = (await outboxOf(service.db as never, TaskApproved)).filter(({ subject }) => subject === task._id)
  expect(approved?.data.doneTaskImage).toMatch(/\.jpg$/)
})

test('the platforms of the task and the logo of the company are in the event', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const logo = service.store.publicUrl('public/company/logo.png')
  await sql`update task set platform_insta = true, platform_fb = true where id = ${task._id}`.execute(service.db)
  await sql`
    update company set profile = jsonb_set(profile, '{logo}', to_jsonb(${logo}::text)) where id = ${owner.company._id}`.execute(service.db)
  await deliver(service.app, task._id)
  expect(await eventsOf(PreviewUploaded, task)).toMatchObject([{ platforms: ['platform_fb', 'platform_insta'], companyLogo: logo }])
})

test('a draft is compared with the delivered preview, and publishes nothing before its delivery', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await upload(service.app, task._id, { file1: png() })
  const draft = (await upload(service.app, task._id, { file1: png() }, { caption: 'New', deliver: 'false' })).json()
  expect(await eventsOf(PreviewUploaded, task)).toHaveLength(1)
  await onDraft(service.app, admin, draft.preview._id, 'deliver')
  expect((await eventsOf(PreviewUploaded, task))[1]).toMatchObject({ caption: 'New', changes: { previousNo: 1, isCaptionChanged: true } })
})

test('the specified upload has no thumbnail. When the background job has made it, one event has the same data with the thumbnail', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await deliver(service.app, task._id)
  const [delivered] = await eventsOf(PreviewUploaded, task)
  expect(delivered?.files).toEqual([{ kind: 'image', thumbnail: null, width: null, height: null, durationMs: null }])
  expect(await eventsOf(PreviewCompleted, task)).toEqual([])
  await Promise.all([complete(), complete()])
  const [file] = (await previewsOf(service.app, owner, task._id))[0]?.files ?? []
  expect(file?.thumbnail).toBeTruthy()
  expect(await eventsOf(PreviewCompleted, task)).toEqual([
    { ...delivered, deliveredAt: undefined, files: [{ kind: 'image', thumbnail: file?.thumbnail, width: 1, height: 1, durationMs: null }] },
  ])
  expect(delivered?.reviewLinks).toHaveLength(1)
})

test('a damaged picture completes the preview, too, so that its email does not wait', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const [preview] = await previewsOf(service.app, owner, task._id)
  const key = service.store.keyOf(preview?.files[0]?.url ?? '') ?? ''
  await service.store.put(key, Readable.from([Buffer.from('x')]), 'image/png', AbortSignal.timeout(5_000))
  await complete()
  expect(await eventsOf(PreviewCompleted, task)).toMatchObject([{ files: [{ thumbnail: null }] }])
})

test('the completion of a replaced preview is published, but not the completion of an older one', async () => {
  const [replaced, old] = [await taskIn(service.app, owner, 'Previewed'), await taskIn(service.app, owner, 'Previewed')]
  await upload(service.app, replaced._id, { file1: png() })
  await sql`update preview set delivered_at = now() - interval '11 minutes' where task_id = ${old._id}`.execute(service.db)
  await complete()
  expect(await eventsOf(PreviewCompleted, old)).toEqual([])
  // The job added the thumbnail of preview 1. Preview 2 already had its thumbnail at its delivery, so there is no event `PreviewCompleted`
  // about preview 2.
  const [first] = await eventsOf(PreviewUploaded, replaced)
  expect(await eventsOf(PreviewCompleted, replaced)).toMatchObject([
    { previewNo: 1, previewId: first?.previewId, contentHash: first?.contentHash, reviewLinks: first?.reviewLinks },
  ])
})

test('the event about a new review link has the content, and the new link', async () => {
  const { get, resend, linked } = reviewing(service)
  const { task, token } = await linked(owner)
  await complete()
  await sql`update review_link set expires_at = '2026-11-01' where task_id = ${task._id}`.execute(service.db)
  expect((await get(token)).json().state).toBe('expired')
  expect((await resend(token)).statusCode).toBe(202)
  const [event] = await eventsOf(ReviewLinkRequested, task)
  expect(event).toMatchObject({ previewNo: 1, files: [{ kind: 'image', thumbnail: expect.any(String) }] })
  expect(event?.reviewLinks?.[0]?.id).not.toBe((await eventsOf(PreviewUploaded, task))[0]?.reviewLinks?.[0]?.id)
})
