import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { PreviewProofread } from '@app/contracts/events/tasks.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { AcceptedFinding } from '@app/contracts/http/proofreading.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { PreviewCheck } from '@app/proofreading/check-preview.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { edit } from '../briefs/brief-steps.ts'
import { admin, deliver, giveFeedback, move, previewsOf, read, setUp, taskIn, upload } from '../setup.ts'
import { deliverDraft, design, finding, finds, mark, proofreadingOf, runChecks, type Service, saveDraft } from './proofreading-steps.ts'

let service: Service
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const events = async ({ _id }: Task) =>
  (await outboxOf(service.db as never, PreviewProofread)).filter(({ subject }) => subject === _id).map(({ data }) => data)
const get = (url: string) => service.app.inject({ url, headers: admin.headers })
const openFindings = async ({ taskId }: Task): Promise<number | undefined> =>
  (await get(`/admin/board/tasks?search=${taskId}`)).json<BoardTask[]>()[0]?.openFindings
const acceptedUrl = () => `/admin/companies/${owner.company._id}/accepted-findings`
const accepted = async (): Promise<AcceptedFinding[]> => (await get(acceptedUrl())).json()

/** Delivers a preview, and runs the checks that are due. */
async function delivered(task: Task, ...found: Parameters<typeof finds>): Promise<Preview> {
  const { preview } = (await upload(service.app, task._id, { file1: png() })).json()
  await runChecks(service, finds(...found))
  return preview
}

/** Saves a draft, and runs the checks that are due. */
async function checkedDraft(task: Task, ...found: Parameters<typeof finds>): Promise<Preview> {
  const draft = await saveDraft(service, task, png())
  await runChecks(service, finds(...found))
  return draft
}

test('a draft is checked before it is delivered: the picture says a date that is another weekday', async () => {
  const draft = await saveDraft(service, await taskIn(service.app, owner, 'Pending'), design)
  expect(await proofreadingOf(service, draft)).toEqual({ state: 'waiting', uncheckedFiles: [], findings: [] })
  await runChecks(service)
  const { state, uncheckedFiles, findings } = await proofreadingOf(service, draft)
  expect({ state, uncheckedFiles }).toEqual({ state: 'done', uncheckedFiles: [] })
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'weekday', certainty: 'sure', words: 'Saturday, December 6', isAccepted: false }),
  )
  const boxes = findings.find(({ kind }) => kind === 'weekday')?.place.boxes ?? []
  expect(boxes.length).toBeGreaterThan(0)
  for (const { left, top } of boxes) expect(Math.max(left, top)).toBeLessThan(1)
})

test('what a preview is compared with: brief, profile, approved texts, posted pictures, and what was marked as right', async () => {
  const company = { _id: uuidv7(), companyName: 'Fern & Fable', color1: '#1F3D2B', color2: '#ffffff', insta: 'https://instagram.com/fern' }
  const florist = await ownerWithCompany(service.deps, { ...company, timeZone: 'Pacific/Guam' })
  const before = await taskIn(service.app, florist, 'Pending')
  await upload(service.app, before._id, { file1: png() }, { caption: 'A fresh bunch' })
  const picture = { position: 1, hash: 'ff00ff00ff00ff00', words: ['bunch'] }
  await runChecks(service, async () => ({ findings: [], uncheckedFiles: [], pictures: [picture] }))
  await move(service.app, florist, before._id, { currentStatus: 'Approved' })
  await move(service.app, admin, before._id, { currentStatus: 'Posted', adminPostComment: 'Live' })

  const checks: PreviewCheck[] = []
  const draft = await saveDraft(service, await taskIn(service.app, florist, 'Pending'), png(), 'A fresh bunch each Monday')
  await runChecks(service, async (check) => {
    checks.push(check)
    return finds()(check)
  })
  expect(checks).toHaveLength(1)
  expect(checks[0]).toMatchObject({
    caption: draft.caption,
    brief: { title: 'Pending', targetPostingDate: '2026-11-23', platforms: [] },
    company: { companyName: 'Fern & Fable', colors: ['#1f3d2b'], social: ['https://instagram.com/fern'] },
    // It is already the next day in Guam.
    today: '2026-11-22',
    earlierTexts: ['A fresh bunch'],
    accepted: [],
    files: [{ position: 1, kind: 'image', alternativeText: '', sources: [{ bytes: draft.files[0]?.bytes }] }],
    earlierPictures: [{ hash: picture.hash, words: ['bunch'], title: 'Pending', postedOn: '2026-11-21' }],
  })
})

test('words that an admin marks as right are remembered for the company, until the admin takes it back', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const inPicture = { place: { in: 'file' as const, position: 1, boxes: [] }, words: 'RESERVTION', certainty: 'likely' as const }
  const contrast = finding({ kind: 'contrast', words: '', certainty: 'likely' })
  const found = [finding(), finding(inPicture), contrast]
  const draft = await checkedDraft(task, ...found)
  const { findings } = await proofreadingOf(service, draft)
  const marks = async () => (await proofreadingOf(service, draft)).findings.map(({ isAccepted }) => isAccepted)
  for (const each of [1, 2]) {
    const response = await mark(service, draft, findings[0]?._id)
    expect(response.statusCode, `${each}: ${response.body}`).toBe(200)
    expect(response.json().findings).toMatchObject([{ isAccepted: true }, { isAccepted: true }, { isAccepted: false }])
  }
  expect(await openFindings(task)).toBe(1)
  await mark(service, draft, findings[2]?._id)
  expect(await openFindings(task)).toBe(0)
  expect(await accepted()).toMatchObject([{ kind: 'spelling', words: 'reservtion', acceptedBy: admin.id }])

  // The check of another preview knows the words. The repeated check of this one finds them again, so that the marks stay visible.
  const known: unknown[] = []
  const note = async (check: PreviewCheck) => {
    known.push(check.accepted)
    return finds(...found, finding({ words: 'tomorow' }))(check)
  }
  await saveDraft(service, await taskIn(service.app, owner, 'Pending'), png())
  await runChecks(service, note)
  expect((await edit(service.app, admin, task, { headline: 'Book now' })).statusCode).toBe(200)
  expect((await proofreadingOf(service, draft)).state).toBe('waiting')
  await runChecks(service, note)
  expect(known).toEqual([[expect.objectContaining({ kind: 'spelling', words: 'reservtion' })], []])
  expect((await proofreadingOf(service, draft)).findings.slice(0, 3).map(({ _id }) => _id)).toEqual(findings.map(({ _id }) => _id))
  expect(await marks()).toEqual([true, true, true, false])

  for (const each of [1, 2]) expect((await mark(service, draft, findings[1]?._id, 'DELETE')).statusCode, `${each}`).toBe(200)
  expect(await marks()).toEqual([false, false, true, false])
  expect(await accepted()).toEqual([])
  expect(await openFindings(task)).toBe(3)
})

test('what a company remembers is listed in pages and can be removed', async () => {
  const draft = await checkedDraft(await taskIn(service.app, owner, 'Pending'), finding(), finding({ words: 'tomorow' }))
  const { findings } = await proofreadingOf(service, draft)
  for (const { _id } of findings) await mark(service, draft, _id)
  const first = await get(`${acceptedUrl()}?limit=1`)
  expect(first.json()).toMatchObject([{ words: 'tomorow' }])
  const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await get(next)).json()).toMatchObject([{ words: 'reservtion' }])
  for (const { _id } of await accepted()) {
    const remove = () => service.app.inject({ method: 'DELETE', url: `${acceptedUrl()}/${_id}`, headers: admin.headers })
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 404])
  }
  expect(await accepted()).toEqual([])
})

test('a draft with a finding that is sure is delivered only on demand', async () => {
  const { app } = service
  const draftOf = async (...found: Parameters<typeof finds>) => checkedDraft(await taskIn(app, owner, 'Pending'), ...found)
  const wrong = await draftOf(finding())
  const refused = await deliverDraft(service, wrong)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'open-findings', task: { currentStatus: 'Pending', previewNo: null } })
  expect((await deliverDraft(service, wrong, '?despiteFindings=true')).statusCode).toBe(200)

  const right = await draftOf(finding())
  await mark(service, right, (await proofreadingOf(service, right)).findings[0]?._id)
  const doubtful = await draftOf(finding({ certainty: 'likely' }))
  const unchecked = await saveDraft(service, await taskIn(app, owner, 'Pending'), png())
  for (const draft of [right, doubtful, unchecked]) expect((await deliverDraft(service, draft)).statusCode).toBe(200)
  await runChecks(service, finds())
})

test('an admin hears of findings in a preview that was delivered before its check ended, and later only of new ones', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const draft = await saveDraft(service, task, png())
  await deliverDraft(service, draft)
  const doubtful = finding({ certainty: 'likely', kind: 'contrast', words: '' })
  await runChecks(service, finds(finding(), doubtful, finding({ kind: 'alternative-text', words: '', certainty: 'likely' })))
  const reported = { previewId: draft._id, previewNo: 1, deliveredBy: admin.id, _id: task._id }
  expect(await events(task)).toEqual([expect.objectContaining({ ...reported, findings: 2, sureFindings: 1 })])

  const change = async (fields: Record<string, string>, ...found: Parameters<typeof finds>) => {
    expect((await edit(service.app, admin, await fresh(task), fields)).statusCode).toBe(200)
    return runChecks(service, finds(...found))
  }
  expect(await change({ headline: 'Book now' }, finding(), doubtful)).toBe(1)
  expect(await events(task)).toHaveLength(1)
  expect(
    await change({ submissionForReview: '2026-11-23', targetPostingDate: '2026-11-25' }, finding(), finding({ words: 'tomorow' })),
  ).toBe(1)
  expect((await events(task)).slice(1)).toEqual([expect.objectContaining({ ...reported, findings: 2, sureFindings: 2 })])
  expect(await change({ submissionForReview: '2026-11-24' })).toBe(0)

  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  expect(await change({ headline: 'Book a seat' })).toBe(0)
})

test('nobody hears of findings in a draft, or in a preview that the owner has decided on', async () => {
  const drafted = await taskIn(service.app, owner, 'Pending')
  await checkedDraft(drafted, finding())
  const approved = await taskIn(service.app, owner, 'Approved')
  await runChecks(service, finds(finding()))
  expect([await events(drafted), await events(approved)]).toEqual([[], []])
  expect(await openFindings(approved)).toBe(0)
})

test('the board counts the open findings of drafts and waiting previews', async () => {
  const { app } = service
  const task = await taskIn(app, owner, 'Pending')
  const counts = async () => (await get('/admin/board/counts')).json().findings
  const listed = async (query = ''): Promise<number[]> =>
    (await get(`/admin/board/tasks?findings=true${query}`)).json<BoardTask[]>().map(({ taskId }) => taskId)
  const before = await counts()
  const draft = await checkedDraft(task, finding(), finding({ words: 'tomorow' }), finding({ kind: 'alternative-text', words: '' }))
  expect([await openFindings(task), await counts()]).toEqual([2, before + 1])
  for (const query of ['', `&search=${task.taskId}`, '&search=pending', '&status=Pending&sort=due', '&turn=admin', '&sort=board&open=true'])
    expect(await listed(query), query).toContain(task.taskId)
  for (const query of ['&status=Approved', '&turn=owner', '&search=nothing', '&manager=me', `&companyProfileId=${uuidv7()}`])
    expect(await listed(query), query).not.toContain(task.taskId)

  await deliverDraft(service, draft, '?despiteFindings=true')
  expect(await openFindings(task)).toBe(2)
  await move(app, owner, task._id, { currentStatus: 'Approved' })
  expect([await openFindings(task), await counts()]).toEqual([0, before])
  await move(app, owner, task._id, { currentStatus: 'Pending' })
  expect(await openFindings(task)).toBe(2)
  const next = await checkedDraft(task, finding())
  expect(await openFindings(task)).toBe(1)
  await app.inject({ method: 'DELETE', url: `/admin/previews/${next._id}`, headers: admin.headers })
  expect(await openFindings(task)).toBe(2)
  await giveFeedback(app, owner, task._id, { feedback: 'Warmer' })
  expect(await openFindings(task)).toBe(0)
  await delivered(task, finding())
  expect(await openFindings(task)).toBe(1)
  await app.inject({ method: 'POST', url: `/admin/withdraw-preview/${task._id}`, payload: { previewNo: 2 }, headers: admin.headers })
  expect(await openFindings(task)).toBe(0)
  expect(await listed(`&search=${task.taskId}`)).toEqual([])
})

test('owners see nothing of the checks', async () => {
  const { app } = service
  const task = await taskIn(app, owner, 'Previewed')
  await runChecks(service, finds())
  const list = (headers: Record<string, string> = {}) =>
    app.inject({ url: `/task/tasks/${owner.company._id}`, headers: { ...owner.headers, ...headers } })
  const [etag, before] = [String((await list()).headers.etag), await previewsOf(app, owner, task._id)]
  const draft = await checkedDraft(task, finding())
  const { findings } = await proofreadingOf(service, draft)
  await mark(service, draft, findings[0]?._id)
  expect((await list({ 'if-none-match': etag })).statusCode).toBe(304)
  expect(await previewsOf(app, owner, task._id)).toEqual(before)
  expect(await fresh(task)).toEqual(task)

  const ofPreview = `/admin/previews/${draft._id}`
  for (const [method, url] of [
    ['GET', `${ofPreview}/proofreading`],
    ['POST', `${ofPreview}/findings/${findings[0]?._id}/accept`],
    ['DELETE', `${ofPreview}/findings/${findings[0]?._id}/accept`],
    ['GET', acceptedUrl()],
    ['DELETE', `${acceptedUrl()}/${(await accepted())[0]?._id}`],
  ] as const)
    expect((await app.inject({ method, url, headers: owner.headers })).statusCode, url).toBe(403)
  expect(await accepted()).toHaveLength(1)
})

test('unknown previews, findings and companies are not found', async () => {
  const draft = await checkedDraft(await taskIn(service.app, owner, 'Pending'), finding())
  const { findings } = await proofreadingOf(service, draft)
  const nowhere = { _id: uuidv7() }
  const other = await deliver(service.app, (await taskIn(service.app, owner, 'Pending'))._id)
  expect(other.statusCode).toBe(200)
  const responses = [
    await get(`/admin/previews/${nowhere._id}/proofreading`),
    await mark(service, nowhere, findings[0]?._id),
    await mark(service, draft, nowhere._id),
    await mark(service, draft, nowhere._id, 'DELETE'),
    await get(`/admin/companies/${nowhere._id}/accepted-findings`),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})
