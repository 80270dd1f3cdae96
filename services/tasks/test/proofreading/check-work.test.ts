import { Readable } from 'node:stream'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { lapseWork } from '@app/chassis/testing/run-due-work.ts'
import { PreviewProofread } from '@app/contracts/events/tasks.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginCheck } from '../../src/proofreading/proofreading.repository.ts'
import { edit } from '../briefs/brief-steps.ts'
import { admin, remove, setUp, taskIn, upload } from '../setup.ts'
import { finding, finds, proofreadingOf, runChecks, type Service, saveDraft } from './proofreading-steps.ts'

let service: Service
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())
// Each test has only its own checks.
beforeEach(() => runChecks(service, finds()))

const newTask = () => taskIn(service.app, owner, 'Pending')
const newDraft = async (): Promise<Preview> => saveDraft(service, await newTask(), png())
const crash = () => Promise.reject(new Error('The check failed'))
const lastError = async (): Promise<string | null | undefined> => {
  const { rows } = await sql<{ last_error: string | null }>`select last_error from work order by id desc limit 1`.execute(service.db)
  return rows[0]?.last_error
}

test('a check that fails three times is given up, until the brief changes', async () => {
  const task = await newTask()
  const draft = await saveDraft(service, task, png())
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect((await proofreadingOf(service, draft)).state).toBe('waiting')
    expect(await runChecks(service, crash)).toBe(1)
    await lapseWork(service.db)
  }
  expect((await proofreadingOf(service, draft)).state).toBe('failed')
  expect(await runChecks(service, finds())).toBe(0)
  await edit(service.app, admin, task, { headline: 'Book now' })
  expect(await runChecks(service, finds(finding()))).toBe(1)
  expect(await proofreadingOf(service, draft)).toMatchObject({ state: 'done', findings: [{ words: 'reservtion' }] })
})

test('a check that ended its process three times is not begun again', async () => {
  const draft = await newDraft()
  for (let attempt = 1; attempt <= 3; attempt += 1) await beginCheck(service.db, draft._id)
  let begun = 0
  await runChecks(service, (check) => {
    begun += 1
    return finds()(check)
  })
  expect(begun).toBe(0)
  expect((await proofreadingOf(service, draft)).state).toBe('failed')
})

test('a file that is missing, and a store that is unavailable, are no failures of the check', async () => {
  const draft = await newDraft()
  const away = { ...service, deps: { ...service.deps, store: { ...service.store, get: () => Promise.reject(new Error('Away')) } } }
  const key = service.store.keyOf(draft.files[0]?.url ?? '') ?? ''
  const content = await service.store.get(key).then((stream) => stream.toArray())
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect(await runChecks(away)).toBe(1)
    expect(await lastError()).toBe('unavailable')
    await lapseWork(service.db)
  }
  await service.store.remove([key])
  await runChecks(service)
  expect(await lastError()).toBe('missing')
  expect((await proofreadingOf(service, draft)).state).toBe('waiting')
  await lapseWork(service.db)
  const { signal } = new AbortController()
  await service.store.put(key, Readable.from(content, { objectMode: false }), 'image/png', signal)
  await runChecks(service, finds(finding()))
  expect(await proofreadingOf(service, draft)).toMatchObject({ state: 'done', findings: [{ words: 'reservtion' }] })
})

test('after a worker lost its claim, the result of the next worker stays, and its event is the only one', async () => {
  const task = await newTask()
  const { preview } = (await upload(service.app, task._id, { file1: png() })).json()
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = runChecks(service, async (check) => {
    reached.resolve()
    await goOn.promise
    return finds(finding({ words: 'first' }))(check)
  })
  await reached.promise
  expect(await runChecks(service, finds())).toBe(0)
  await lapseWork(service.db)
  expect(await runChecks(service, finds(finding({ words: 'second' })))).toBe(1)
  goOn.resolve()
  await first
  expect((await proofreadingOf(service, preview)).findings).toMatchObject([{ words: 'second' }])
  const events = await outboxOf(service.db as never, PreviewProofread)
  expect(events.filter(({ subject }) => subject === task._id)).toHaveLength(1)
})

test('if the brief changes during a check, the preview is checked again', async () => {
  const task = await newTask()
  const draft = await saveDraft(service, task, png())
  const headlines: string[] = []
  const attempts = await runChecks(service, async (check) => {
    headlines.push(check.brief.headline)
    if (headlines.length === 1) await edit(service.app, admin, task, { headline: 'Book now' })
    return finds(finding({ words: check.brief.headline }))(check)
  })
  expect(attempts).toBe(2)
  expect(headlines[1]).toBe('Book now')
  expect(await proofreadingOf(service, draft)).toMatchObject({ state: 'done', findings: [{ words: 'Book now' }] })
})

test('the check of a preview that is replaced or removed meanwhile has no effect', async () => {
  const task = await newTask()
  await saveDraft(service, task, png())
  let next: Preview | undefined
  await runChecks(service, async (check) => {
    next ??= await saveDraft(service, task, png())
    return finds(finding())(check)
  })
  expect(next && (await proofreadingOf(service, next))).toMatchObject({ state: 'done', findings: [{ words: 'reservtion' }] })

  const last = await saveDraft(service, task, png())
  await runChecks(service, async (check) => {
    await remove(service.app, owner, task._id)
    return finds(finding())(check)
  })
  for (const table of ['proofreading', 'finding'] as const)
    expect(await service.db.selectFrom(table).select('preview_id').where('preview_id', '=', last._id).execute(), table).toEqual([])
})
