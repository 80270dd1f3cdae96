import { streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDocumentsService } from './photos/documents-service.ts'
import { noteSteps } from './preview-notes/note-steps.ts'
import { finding, finds, mark, proofreadingOf, runChecks } from './proofreading/proofreading-steps.ts'
import { campaignAnswer, customerAnswer, startFiguresService } from './reports/report-steps.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { admin, type Person, setUp, storedKeys, taskFields, taskIn, upload } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let documents: Awaited<ReturnType<typeof startDocumentsService>>
let figures: { url: string; stop(): void }[]
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  documents = await startDocumentsService()
  const [campaigns, customers] = [await startFiguresService(campaignAnswer), await startFiguresService(customerAnswer)]
  figures = [campaigns, customers]
  service = await setUp({ documentsUrl: documents.url, campaignsUrl: campaigns.url, crmProxyUrl: customers.url })
  owner = await ownerWithCompany(service.deps)
})
afterAll(async () => {
  await service.stop()
  documents.stop()
  for (const { stop } of figures) stop()
})

type Files = Parameters<typeof multipart>[1]

async function form(
  method: 'POST' | 'PUT',
  url: string,
  caller: Person,
  fields: Record<string, string>,
  files: Files = {},
): Promise<SentRequest> {
  const { payload, headers } = await multipart(fields, files)
  return { method, url, payload, headers: { ...headers, ...caller.headers } }
}

/** Adds the version that the caller has seen. */
const versioned = (request: SentRequest, version: number): SentRequest => ({
  ...request,
  headers: { ...request.headers, [IF_MATCH]: ifMatchOf(version) },
})

const taskAs = async (status: Parameters<typeof taskIn>[2]) => (await taskIn(service.app, owner, status))._id

/**
 * Creates a recurring task and returns the id of its series. The dates of the series are the Mondays from 23 November to 21 December 2026.
 */
const newSeries = async () => (await taskIn(service.app, owner, 'Pending')).seriesId

/** Saves a draft and returns its id. */
async function draft(): Promise<string> {
  const response = await upload(service.app, await taskAs('Pending'), { file1: png() }, { deliver: 'false' })
  return response.json().preview._id
}

/** Returns the URL of a finding in a checked draft, to mark it as right. With `isMarked`, it has been marked already. */
async function acceptUrl(isMarked = false): Promise<string> {
  const id = await draft()
  await runChecks(service, finds(finding()))
  const [found] = (await proofreadingOf(service, { _id: id })).findings
  if (isMarked) expect((await mark(service, { _id: id }, found?._id)).statusCode).toBe(200)
  return `/admin/previews/${id}/findings/${found?._id}/accept`
}

/** Returns the URL of words that the company of the owner remembers as right. */
async function acceptedUrl(): Promise<string> {
  await acceptUrl(true)
  const url = `/admin/companies/${owner.company._id}/accepted-findings`
  const [accepted] = (await service.app.inject({ url, headers: admin.headers })).json()
  return `${url}/${accepted._id}`
}

/** Delivers a preview with a note that is marked as done, and returns the review link to the preview. */
async function notedPreview(): Promise<{ token: string; task: string; preview: string; note: string; reader: Reviewer }> {
  const reader = await reviewer(service)
  const { task, token } = await reviewing(service).linked(reader)
  const notes = noteSteps(service)
  const preview = (await notes.preview(reader, task))._id
  const { _id: note } = await notes.written(reader, task, preview)
  await notes.change(admin, note, 'resolved', 1)
  return { token, task: task._id, preview, note, reader }
}

/** Returns a request that invites a colleague. Colleagues of earlier requests are deleted, because a company may have only five. */
async function newInvitation(): Promise<SentRequest> {
  await sql`delete from colleague`.execute(service.db)
  await taskAs('Previewed')
  await sql`
    insert into owner_address (owner_id, email, is_confirmed, version) values (${owner.id}, 'maria@harborpine.example', true, 1)
    on conflict do nothing`.execute(service.db)
  const payload = { name: 'Ana Ruiz', email: 'ana@harborpine.example', may: 'decide' }
  return { method: 'POST', url: `/task/colleagues/${owner.company._id}`, payload, headers: owner.headers }
}

/** Invites a colleague and returns the URL of the colleague. */
async function colleagueUrl(): Promise<string> {
  const { method, url, payload, headers } = await newInvitation()
  await sql`delete from rate_limits`.execute(service.db)
  const response = await service.app.inject({ method, url, payload, headers })
  return `${url}/${response.json()._id}`
}

/** Prepares the report of a new company for October. */
async function report(): Promise<{ id: string; companyProfileId: string }> {
  const { company } = await ownerWithCompany(service.deps, { createdAt: '2026-09-20T12:00:00.000Z' })
  const payload = { companyProfileId: company._id, month: '2026-10' }
  const response = await service.app.inject({ method: 'POST', url: '/admin/reports/prepare', payload, headers: admin.headers })
  return { id: response.json()._id, companyProfileId: company._id }
}

/**
 * A request for each route that accepts idempotency keys. `files` and `events` are the numbers of files and events that the request stores.
 * The default of `events` is 1.
 */
const requests: Record<string, { make: () => Promise<SentRequest>; files: number; events?: number }> = {
  createTask: {
    make: () => form('POST', '/task/create-task', owner, taskFields(owner.company._id), { referenceImage: png() }),
    files: 1,
  },
  adminCreateTask: { make: () => form('POST', '/task/admin-create-task', admin, taskFields(owner.company._id)), files: 0 },
  updateTask: {
    make: async () => ({
      method: 'PUT',
      url: `/task/update-task/${await taskAs('Previewed')}`,
      payload: { currentStatus: 'Approved' },
      headers: owner.headers,
    }),
    files: 0,
  },
  addFeedback: {
    make: async () =>
      form('PUT', `/task/add-feedback-image/${await taskAs('Previewed')}`, owner, { feedback: 'Warmer' }, { clientSuggestImage: png() }),
    files: 1,
  },
  editTask: {
    make: async () =>
      versioned(await form('PUT', `/task/edit-task/${await taskAs('Pending')}`, owner, { title: 'B' }, { referenceImage: png() }), 1),
    files: 1,
  },
  moveTask: {
    make: async () =>
      versioned(
        {
          method: 'PUT',
          url: `/task/move-task/${await taskAs('Pending')}`,
          payload: { targetPostingDate: '2026-12-10', scope: 'following' },
          headers: owner.headers,
        },
        1,
      ),
    files: 0,
    // The task and its series.
    events: 2,
  },
  withdrawPreview: {
    make: async () => ({
      method: 'POST',
      url: `/admin/withdraw-preview/${await taskAs('Previewed')}`,
      payload: { previewNo: 1 },
      headers: admin.headers,
    }),
    files: 0,
  },
  undoLaunch: {
    make: async () => ({
      method: 'POST',
      url: `/admin/undo-launch/${await taskAs('Posted')}`,
      payload: { reason: 'Wrong picture' },
      headers: admin.headers,
    }),
    files: 0,
  },
  changePost: {
    make: async () => {
      const { _id, version } = await taskIn(service.app, owner, 'Posted')
      const payload = { postedAt: '2026-11-21T17:03:00Z', postLinks: {} }
      return versioned({ method: 'PUT', url: `/admin/post-links/${_id}`, payload, headers: admin.headers }, version)
    },
    files: 0,
  },
  adminRemoveTask: {
    make: async () => ({
      method: 'POST',
      url: `/admin/remove-task/${await taskAs('Pending')}`,
      payload: { reason: 'Entered twice' },
      headers: admin.headers,
    }),
    files: 0,
  },
  removeTask: {
    make: async () => ({ method: 'DELETE', url: `/task/remove-task/${await taskAs('Pending')}`, headers: owner.headers }),
    files: 0,
  },
  uploadTaskImage: {
    make: async () => form('POST', `/admin/upload-task-image/${await taskAs('Pending')}`, admin, {}, { image: png() }),
    files: 1,
  },
  usePhoto: {
    make: async () => {
      const [key, bytes] = [`private/photos/${crypto.randomUUID()}.jpg`, jpeg()]
      await service.store.put(key, streamOf(bytes), 'image/jpeg', AbortSignal.timeout(5_000))
      const photoId = documents.add(owner.company._id, { key, contentType: 'image/jpeg', size: bytes.length })
      return { method: 'POST', url: `/admin/use-photo/${await taskAs('Pending')}`, payload: { photoId }, headers: admin.headers }
    },
    files: 1,
  },
  uploadPreview: {
    make: async () => form('POST', `/admin/tasks/${await taskAs('Pending')}/previews`, admin, { caption: 'Bread' }, { file1: png() }),
    // The picture, its display copy and its thumbnail.
    files: 3,
  },
  requestPreviewCheck: {
    make: async () => ({ method: 'POST', url: `/admin/previews/${await draft()}/request-check`, headers: admin.headers }),
    files: 0,
    events: 0,
  },
  checkPreview: {
    make: async () => ({ method: 'POST', url: `/admin/previews/${await draft()}/check`, headers: person('admin').headers }),
    files: 0,
    events: 0,
  },
  deliverPreview: {
    make: async () => ({ method: 'POST', url: `/admin/previews/${await draft()}/deliver`, headers: admin.headers }),
    files: 0,
  },
  removePreview: {
    make: async () => ({ method: 'DELETE', url: `/admin/previews/${await draft()}`, headers: admin.headers }),
    files: -3,
    events: 0,
  },
  confirmApproval: {
    make: async () => {
      const id = await taskAs('Approved')
      await sql`update task set approval_unconfirmed = true where id = ${id}`.execute(service.db)
      return { method: 'POST', url: `/task/${id}/confirm-approval`, headers: owner.headers }
    },
    files: 0,
  },
  setReviewSettings: {
    make: async () => ({
      method: 'PUT',
      url: `/task/review-settings/${owner.company._id}`,
      payload: { reviewLinks: true, codeForNewBrowser: false },
      headers: owner.headers,
    }),
    files: 0,
    events: 0,
  },
  inviteColleague: { make: async () => newInvitation(), files: 0 },
  changeColleague: {
    make: async () => ({ method: 'PUT', url: await colleagueUrl(), payload: { may: 'look' }, headers: owner.headers }),
    files: 0,
  },
  answerReturn: {
    make: async () => {
      const url = await colleagueUrl()
      await sql`update colleague set state = 'left', asked_at = now() where id = ${url.split('/').at(-1)}`.execute(service.db)
      return { method: 'POST', url: `${url}/return`, payload: { isAccepted: true }, headers: owner.headers }
    },
    files: 0,
  },
  removeColleague: { make: async () => ({ method: 'DELETE', url: await colleagueUrl(), headers: owner.headers }), files: 0 },
  changeSeries: {
    make: async () => ({
      method: 'PUT',
      url: `/task/series/${await newSeries()}`,
      payload: { recurrenceType: 'weekly', weeklyDayOfWeek: 'friday', recurrenceEndDate: '2026-12-31' },
      headers: owner.headers,
    }),
    files: 0,
  },
  endSeries: {
    make: async () => ({ method: 'POST', url: `/task/series/${await newSeries()}/end`, headers: owner.headers }),
    files: 0,
  },
  skipOccurrence: {
    make: async () => ({
      method: 'POST',
      url: `/task/series/${await newSeries()}/skip`,
      payload: { date: '2026-11-30' },
      headers: owner.headers,
    }),
    files: 0,
  },
  remindTask: {
    make: async () => {
      const id = await taskAs('Previewed')
      await sql`
        insert into owner_address (owner_id, email, is_confirmed, version) values (${owner.id}, 'maria@harborpine.example', true, 1)
        on conflict do nothing`.execute(service.db)
      return { method: 'POST', url: `/admin/tasks/${id}/remind`, headers: admin.headers }
    },
    files: 0,
  },
  setPlan: {
    make: async () => ({
      method: 'PUT',
      url: `/admin/companies/${owner.company._id}/plan`,
      payload: { plan: 'short-run', ownLimits: { openTasks: null, series: null, fileMegabytes: null } },
      headers: operator().headers,
    }),
    files: 0,
    events: 0,
  },
  writeNote: {
    make: async () => ({
      method: 'POST',
      url: `/task/notes/${await taskAs('Pending')}`,
      payload: { text: 'Which color?' },
      headers: owner.headers,
    }),
    files: 0,
  },
  addPreviewNote: {
    make: async () => {
      const { task, preview, reader } = await notedPreview()
      const payload = { previewId: preview, body: 'Warmer', filePosition: 1, x: 0.5, y: 0.5 }
      return { method: 'POST', url: `/task/${task}/preview-notes`, payload, headers: reader.headers }
    },
    files: 0,
  },
  addNoteReply: {
    make: async () => {
      const { note, reader } = await notedPreview()
      return { method: 'POST', url: `/preview-notes/${note}/replies`, payload: { body: 'Yes' }, headers: reader.headers }
    },
    files: 0,
  },
  changePreviewNote: {
    make: async () => {
      const { note, reader } = await notedPreview()
      return { method: 'PUT', url: `/preview-notes/${note}`, payload: { state: 'accepted', version: 2 }, headers: reader.headers }
    },
    files: 0,
  },
  addReviewNote: {
    make: async () => {
      const { token, preview } = await notedPreview()
      return { method: 'POST', url: `/review/${token}/preview-notes`, payload: { previewId: preview, body: 'Warmer' } }
    },
    files: 0,
  },
  addReviewNoteReply: {
    make: async () => {
      const { token, note } = await notedPreview()
      return { method: 'POST', url: `/review/${token}/preview-notes/${note}/replies`, payload: { body: 'Yes' } }
    },
    files: 0,
  },
  changeReviewNote: {
    make: async () => {
      const { token, note } = await notedPreview()
      return { method: 'PUT', url: `/review/${token}/preview-notes/${note}`, payload: { state: 'accepted', version: 2 } }
    },
    files: 0,
  },
  renewCalendarFeed: {
    make: async () => ({ method: 'POST', url: `/task/calendar-feed/${owner.company._id}`, headers: owner.headers }),
    files: 0,
    events: 0,
  },
  endCalendarFeed: {
    make: async () => ({ method: 'DELETE', url: `/task/calendar-feed/${owner.company._id}`, headers: owner.headers }),
    files: 0,
    events: 0,
  },
  acceptFinding: { make: async () => ({ method: 'POST', url: await acceptUrl(), headers: admin.headers }), files: 0, events: 0 },
  undoAcceptFinding: { make: async () => ({ method: 'DELETE', url: await acceptUrl(true), headers: admin.headers }), files: 0, events: 0 },
  removeAcceptedFinding: {
    make: async () => ({ method: 'DELETE', url: await acceptedUrl(), headers: admin.headers }),
    files: 0,
    events: 0,
  },
  prepareReport: {
    make: async () => ({
      method: 'POST',
      url: '/admin/reports/prepare',
      payload: { companyProfileId: (await report()).companyProfileId, month: '2026-10' },
      headers: admin.headers,
    }),
    files: 0,
    events: 0,
  },
  setReportText: {
    make: async () =>
      versioned(
        { method: 'PUT', url: `/admin/reports/${(await report()).id}/text`, payload: { text: 'A good month.' }, headers: admin.headers },
        1,
      ),
    files: 0,
    events: 0,
  },
  correctReport: {
    make: async () => {
      const { id } = await report()
      const payload = { reports: [{ id, version: 1, idempotencyKey: id }] }
      await service.app.inject({ method: 'POST', url: '/admin/reports/send', payload, headers: admin.headers })
      return { method: 'POST', url: `/admin/reports/${id}/correct`, headers: admin.headers }
    },
    files: 0,
    events: 0,
  },
  setPreviewCheck: {
    make: async () => ({
      method: 'PUT',
      url: `/admin/companies/${(await ownerWithCompany(service.deps)).company._id}/preview-check`,
      payload: { requiresCheck: true },
      headers: operator().headers,
    }),
    files: 0,
  },
}

const events = async (): Promise<number> => (await service.db.selectFrom('outbox').select('id').execute()).length

test('every route that accepts idempotency keys is tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('tasks').sort())
})

test.each(Object.entries(requests))(
  '%s has one effect when it is sent again with its idempotency key',
  async (_id, { make, files, events: published = 1 }) => {
    const request = await make()
    const [eventsBefore, filesBefore] = [await events(), await storedKeys(service.deps)]
    const { answers, replayed } = await sendThreeTimes(service.app, request)
    expect(answers).toEqual([expect.stringMatching(/^20[01] /)])
    expect(replayed).toBe(2)
    expect(await events()).toBe(eventsBefore + published)
    expect(await storedKeys(service.deps)).toHaveLength(filesBefore.length + files)
  },
)
