import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { PreviewCheckChanged } from '@app/contracts/events/tasks.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockTask } from '../../src/tasks/task.repository.ts'
import {
  admin,
  deliver,
  giveFeedback,
  move,
  onDraft,
  previewsOf,
  read,
  remove,
  requireCheck,
  setUp,
  storedKeys,
  taskIn,
  upload,
} from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const colleague = person('admin')
const DRAFT = { deliver: 'false' }
const SECRET = 'Only for admins'

const events = async () => (await service.db.selectFrom('outbox').select('event').execute()).map(({ event }) => event)
const list = (headers: Record<string, string> = {}) =>
  service.app.inject({ url: `/task/tasks/${owner.company._id}`, headers: { ...owner.headers, ...headers } })

async function saveDraft(task: Task, fields: Record<string, string> = {}): Promise<Preview> {
  const response = await upload(service.app, task._id, { file1: png() }, { ...DRAFT, ...fields })
  expect(response.statusCode).toBe(201)
  return response.json().preview
}

describe('a draft', () => {
  test.each(['Pending', 'Previewed', 'Roll Back', 'Approved'] as const)(
    'of a task that is %s is in no response of the owner and no event, and does not change the task',
    async (status) => {
      const task = await taskIn(service.app, owner, status)
      const [etag, before, eventsBefore] = [(await list()).headers.etag, await previewsOf(service.app, owner, task._id), await events()]
      const draft = await saveDraft(task, { caption: SECRET })
      expect(draft).toMatchObject({ state: 'draft', number: null, isCurrent: false, isApproved: false, deliveredAt: null })
      await onDraft(service.app, admin, draft._id, 'request-check')
      await onDraft(service.app, colleague, draft._id, 'check')

      expect((await list({ 'if-none-match': String(etag) })).statusCode).toBe(304)
      expect(await previewsOf(service.app, owner, task._id)).toEqual(before)
      expect((await read(service.app, owner, task._id)).json()).toEqual(task)
      expect(await events()).toEqual(eventsBefore)
      const card = (await service.app.inject({ url: `/admin/board/tasks?search=${task.taskId}`, headers: admin.headers })).json()[0]
      expect(card).toMatchObject({ version: task.version, doneTaskImage: task.doneTaskImage, previewNo: task.previewNo })

      // These are all responses to the owner, also after decisions and deliveries.
      const urls = [`/task/${task._id}`, `/task/${task._id}/previews`, `/task/tasks/${owner.company._id}`]
      const replies = await Promise.all(urls.map((url) => service.app.inject({ url, headers: owner.headers })))
      replies.push(await move(service.app, owner, task._id, { currentStatus: 'Approved' }))
      replies.push(await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer' }))
      await deliver(service.app, task._id)
      replies.push(...(await Promise.all(urls.map((url) => service.app.inject({ url, headers: owner.headers })))))
      const keys = draft.files.flatMap(({ url, display }) => [url, display]).map((url) => service.store.keyOf(url ?? '') ?? 'none')
      for (const told of [...replies.map(({ body }) => body), JSON.stringify(await events())]) {
        for (const secret of [SECRET, draft._id, ...keys]) expect(told).not.toContain(secret)
      }
      expect((await previewsOf(service.app, admin, task._id))[0]).toMatchObject({ _id: draft._id, caption: SECRET })
    },
  )

  test('is replaced by the next draft, and its files are removed', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const before = await storedKeys(service.deps)
    const first = await saveDraft(task)
    const second = await saveDraft(task, { caption: 'Better' })
    expect((await previewsOf(service.app, admin, task._id)).map(({ _id }) => _id)[0]).toBe(second._id)
    expect(await previewsOf(service.app, admin, task._id)).toHaveLength(2)
    expect(await storedKeys(service.deps)).toHaveLength(before.length + 3)
    expect((await onDraft(service.app, admin, first._id, 'deliver')).statusCode).toBe(404)
  })

  test('becomes the next preview when it is delivered, once', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    const draft = await saveDraft(task, { caption: 'Now' })
    await deliver(service.app, task._id)
    const response = await onDraft(service.app, colleague, draft._id, 'deliver')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      task: { currentStatus: 'Pending', previewNo: 3, approvedPreviewNo: null },
      preview: {
        number: 3,
        caption: 'Now',
        contentHash: draft.contentHash,
        createdBy: admin.id,
        deliveredBy: colleague.id,
        isCurrent: true,
      },
    })
    const eventsBefore = await events()
    expect((await onDraft(service.app, colleague, draft._id, 'deliver')).json()).toEqual(response.json())
    expect(await events()).toEqual(eventsBefore)
    const [shown] = await previewsOf(service.app, owner, task._id)
    expect(shown).toMatchObject({ number: 3, caption: 'Now' })
    for (const name of ['createdBy', 'deliveredBy', 'checkRequestedAt', 'checkedBy', 'checkedAt']) expect(shown).not.toHaveProperty(name)
  })

  test('can be removed with its files; a delivered preview cannot', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const before = await storedKeys(service.deps)
    const draft = await saveDraft(task)
    const removal = (id: string) => service.app.inject({ method: 'DELETE', url: `/admin/previews/${id}`, headers: admin.headers })
    expect((await removal(draft._id)).json()).toEqual({ message: 'Draft deleted successfully' })
    expect(await storedKeys(service.deps)).toEqual(before)
    expect((await removal(draft._id)).json()).toMatchObject({ status: 404, code: 'preview-not-found' })
    const [delivered] = await previewsOf(service.app, admin, task._id)
    expect((await removal(delivered?._id ?? '')).json()).toMatchObject({ status: 409, code: 'preview-delivered', task })
    for (const act of ['request-check', 'check'] as const)
      expect((await onDraft(service.app, colleague, delivered?._id ?? '', act)).json()).toMatchObject({ code: 'preview-delivered' })
  })

  test('cannot be saved or delivered after the task was posted, and is gone after the task was removed', async () => {
    const approved = await taskIn(service.app, owner, 'Approved')
    const draft = await saveDraft(approved)
    await move(service.app, admin, approved._id, { currentStatus: 'Posted' })
    expect((await onDraft(service.app, admin, draft._id, 'deliver')).json()).toMatchObject({ status: 409, code: 'task-status' })
    expect((await upload(service.app, approved._id, { file1: png() }, DRAFT)).statusCode).toBe(409)

    const pending = await taskIn(service.app, owner, 'Pending')
    const other = await saveDraft(pending)
    await remove(service.app, owner, pending._id)
    expect((await onDraft(service.app, admin, other._id, 'deliver')).statusCode).toBe(404)
  })

  test('is delivered as it is, or replaced, if both happen at the same time', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const draft = await saveDraft(task, { caption: 'Seen' })
    const replies: Promise<{ statusCode: number }>[] = []
    await service.db.transaction().execute(async (trx) => {
      await lockTask(trx, task._id, undefined)
      replies.push(upload(service.app, task._id, { file1: png() }, { ...DRAFT, caption: 'Unseen' }))
      await expect.poll(() => lockWaits(service.db)).toBe(1)
      replies.push(onDraft(service.app, admin, draft._id, 'deliver'))
      await expect.poll(() => lockWaits(service.db)).toBe(2)
    })
    expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([201, 404])
    expect(await previewsOf(service.app, owner, task._id)).toEqual([])
  })
})

describe('a company that requires a check', () => {
  test('gets only previews that a second admin has checked', async () => {
    const strict = await ownerWithCompany(service.deps)
    const task = await taskIn(service.app, strict, 'Pending')
    expect((await requireCheck(service.app, strict.company._id)).json()).toEqual({ requiresCheck: true })
    const company = await service.app.inject({ url: `/admin/board/companies/${strict.company._id}`, headers: admin.headers })
    expect(company.json().requiresCheck).toBe(true)

    const before = await storedKeys(service.deps)
    const refusal = {
      status: 409,
      code: 'check-required',
      message: expect.stringMatching(/^A second admin must check previews of this company.*\.$/),
      task,
    }
    expect((await upload(service.app, task._id, { file1: png() })).json()).toMatchObject(refusal)
    expect((await deliver(service.app, task._id)).json()).toMatchObject(refusal)
    expect(await storedKeys(service.deps)).toEqual(before)

    const draft = await saveDraft(task)
    expect((await onDraft(service.app, admin, draft._id, 'deliver')).json()).toMatchObject(refusal)
    const requested: Preview = (await onDraft(service.app, admin, draft._id, 'request-check')).json()
    expect(requested).toMatchObject({ checkRequestedAt: expect.any(String), checkedBy: null })
    expect((await onDraft(service.app, admin, draft._id, 'request-check')).json()).toEqual(requested)
    expect((await onDraft(service.app, admin, draft._id, 'check')).json()).toMatchObject({ status: 409, code: 'own-preview' })
    const checked: Preview = (await onDraft(service.app, colleague, draft._id, 'check')).json()
    expect(checked).toMatchObject({ checkedBy: colleague.id, checkedAt: expect.any(String) })
    expect((await onDraft(service.app, person('admin'), draft._id, 'check')).json()).toEqual(checked)

    // A new draft needs a new check.
    const next = await saveDraft(task)
    expect(next).toMatchObject({ checkRequestedAt: null, checkedBy: null })
    expect((await onDraft(service.app, admin, next._id, 'deliver')).statusCode).toBe(409)
    await onDraft(service.app, colleague, next._id, 'check')
    expect((await onDraft(service.app, admin, next._id, 'deliver')).json()).toMatchObject({ preview: { number: 1 } })

    await requireCheck(service.app, strict.company._id, false)
    expect((await upload(service.app, task._id, { file1: png() })).json()).toMatchObject({ preview: { number: 2 } })
  })

  test('is changed only by operators, with an entry in the audit trail and an event for each change', async () => {
    const strict = await ownerWithCompany(service.deps)
    const id = strict.company._id
    for (const caller of [admin, colleague, strict]) expect((await requireCheck(service.app, id, true, caller)).statusCode).toBe(403)
    const ada = operator()
    for (const requiresCheck of [true, true, false, false]) {
      const response = await requireCheck(service.app, id, requiresCheck, ada)
      expect(response.json()).toEqual({ requiresCheck })
    }
    const { rows } = await sql`select actor, action from audit_entry where subject = ${id} order by id`.execute(service.db)
    expect(rows).toEqual(['require-preview-check', 'waive-preview-check'].map((action) => ({ actor: ada.id, action })))
    const events = (await outboxOf(service.db as never, PreviewCheckChanged)).filter(({ subject }) => subject === id)
    const facts = { companyProfileId: id, companyName: strict.company.companyName, ownerId: strict.id, changedBy: ada.id }
    expect(events.map(({ data }) => data)).toEqual([true, false].map((requiresCheck) => ({ ...facts, requiresCheck })))
  })

  test('gets a draft that was saved before the check was switched off only after its check', async () => {
    const strict = await ownerWithCompany(service.deps)
    const task = await taskIn(service.app, strict, 'Pending')
    await requireCheck(service.app, strict.company._id)
    const draft = await saveDraft(task)
    expect(draft).toMatchObject({ needsCheck: true })
    await requireCheck(service.app, strict.company._id, false)
    expect((await onDraft(service.app, admin, draft._id, 'deliver')).json()).toMatchObject({ status: 409, code: 'check-required' })
    await onDraft(service.app, colleague, draft._id, 'check')
    expect((await onDraft(service.app, admin, draft._id, 'deliver')).statusCode).toBe(200)
  })

  test('must exist', async () => {
    expect((await requireCheck(service.app, crypto.randomUUID())).statusCode).toBe(404)
  })
})
