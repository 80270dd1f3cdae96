import { connect } from '@app/chassis/db/connect.ts'
import type { App } from '@app/chassis/http/app.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { operator, person, testTokens } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { runDueWork } from '@app/chassis/testing/run-due-work.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { buildApp } from '../src/app.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { TasksDeps } from '../src/deps.ts'
import { createReviewKeys } from '../src/keys/review-keys.ts'
import { type Completion, completionWork } from '../src/previews/complete-files.ts'
import { createReceiptSigner } from '../src/record/receipt-signer.ts'

/** Noon on 21 November 2026 in New York, the time zone of the business. */
export const NOON = new Date('2026-11-21T17:00:00Z')

const REVIEW_KEY = Buffer.alloc(32, 7).toString('base64')
const RECORD_KEY = Buffer.alloc(32, 8).toString('base64')
export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 9).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 10).toString('base64')

export type Person = ReturnType<typeof person>

/** By default no server listens at the URLs of other services. */
export async function setUp(overrides: Partial<TasksDeps> = {}) {
  const database = await createTestDatabase('tasks', migrations)
  const db = connect<Tables>({ url: database.url, schema: 'tasks', max: 10, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const store = await createTestStore()
  const deps: TasksDeps = {
    db,
    log,
    store,
    ...testTokens,
    registry: new Registry(),
    checks: {},
    parts: () => [],
    reviewKeys: createReviewKeys({ REVIEW_LINK_KEY: REVIEW_KEY }),
    receiptSigner: createReceiptSigner(RECORD_KEY),
    internalMailKey: INTERNAL_MAIL_KEY,
    internalDataKey: INTERNAL_DATA_KEY,
    isHttps: true,
    invitationsPerDay: 1_000,
    origin: 'https://portal.example',
    companyUrl: 'http://127.0.0.1:1',
    documentsUrl: 'http://127.0.0.1:1',
    campaignsUrl: 'http://127.0.0.1:1',
    crmProxyUrl: 'http://127.0.0.1:1',
    timeZone: 'America/New_York',
    now: () => NOON,
    ...overrides,
  }
  const app = await buildApp(deps)
  const stop = async () => {
    await app.close()
    await db.destroy()
    await database.drop()
  }
  return { app, db, url: database.url, adminUrl: database.adminUrl, deps, store, lines, stop }
}

/** Completes the files of previews that are due. Returns the number of attempts. */
export const completeFiles = ({ db, store, log }: Completion): Promise<number> => runDueWork(completionWork({ db, store, log }))

export const admin = person('admin')

type Fields = Record<string, string>
type Files = Record<string, Uint8Array<ArrayBuffer>>

export const taskFields = (companyProfileId: string, overrides: Fields = {}): Fields => ({
  companyProfileId,
  title: 'Autumn sale',
  submissionForReview: '2026-11-22',
  targetPostingDate: '2026-11-25',
  ...overrides,
})

async function send(app: App, method: 'POST' | 'PUT', url: string, caller: Person, fields: Fields, files: Files = {}) {
  const form = await multipart(fields, files)
  return app.inject({ method, url, payload: form.payload, headers: { ...caller.headers, ...form.headers } })
}

export const create = (app: App, owner: Person, fields: Fields, files: Files = {}) =>
  send(app, 'POST', '/task/create-task', owner, fields, files)

export const adminCreate = (app: App, fields: Fields, caller: Person = admin, files: Files = {}) =>
  send(app, 'POST', '/task/admin-create-task', caller, fields, files)

export const deliver = (app: App, id: string, files: Files = { image: png() }) =>
  send(app, 'POST', `/admin/upload-task-image/${id}`, admin, {}, files)

/** Uploads a preview of one or more files. `deliver: 'false'` saves a draft. */
export const upload = (app: App, id: string, files: Files, fields: Fields = {}, caller: Person = admin) =>
  send(app, 'POST', `/admin/tasks/${id}/previews`, caller, fields, files)

export async function previewsOf(app: App, caller: Person, id: string): Promise<Preview[]> {
  return (await app.inject({ url: `/task/${id}/previews`, headers: caller.headers })).json()
}

/** Sends a request about a draft. */
export const onDraft = (app: App, caller: Person, id: string, act: 'request-check' | 'check' | 'deliver') =>
  app.inject({ method: 'POST', url: `/admin/previews/${id}/${act}`, headers: caller.headers })

export const requireCheck = (app: App, companyId: string, requiresCheck = true, caller: Person = operator()) =>
  app.inject({ method: 'PUT', url: `/admin/companies/${companyId}/preview-check`, payload: { requiresCheck }, headers: caller.headers })

export const move = (app: App, caller: Person, id: string, body: object) =>
  app.inject({ method: 'PUT', url: `/task/update-task/${id}`, payload: body, headers: caller.headers })

export const giveFeedback = (app: App, caller: Person, id: string, fields: Fields, files: Files = {}) =>
  send(app, 'PUT', `/task/add-feedback-image/${id}`, caller, fields, files)

export const remove = (app: App, caller: Person, id: string) =>
  app.inject({ method: 'DELETE', url: `/task/remove-task/${id}`, headers: caller.headers })

export const read = (app: App, caller: Person, id: string) => app.inject({ method: 'GET', url: `/task/${id}`, headers: caller.headers })

/**
 * Creates a task and brings it to a status through the API. The task is recurring, so it does not count toward the company's monthly limit
 * of tasks.
 */
export async function taskIn(
  app: App,
  owner: Person & { company: CompanyProfile },
  status: Task['currentStatus'] | 'Previewed',
): Promise<Task> {
  const recurring = { isRecurring: 'true', recurrenceType: 'weekly', recurrenceStartDate: '2026-11-22', recurrenceEndDate: '2026-12-22' }
  const created = await create(app, owner, { companyProfileId: owner.company._id, title: status, ...recurring })
  let task: Task = created.json()
  if (status === 'Pending') return task
  await deliver(app, task._id)
  task = (await read(app, owner, task._id)).json()
  if (status === 'Previewed') return task
  if (status === 'Roll Back') return (await move(app, owner, task._id, { currentStatus: 'Roll Back' })).json()
  task = (await move(app, owner, task._id, { currentStatus: 'Approved' })).json()
  if (status === 'Approved') return task
  return (await move(app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Live' })).json()
}

export async function storedKeys({ store }: TasksDeps): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('public/')) keys.push(key)
  return keys
}

interface TaskRows {
  title?: string
  status?: TaskStatus
  target?: string
  review?: string
  recursFrom?: string
  /** Date of the task in its series. Without this date, the task has no series yet. */
  occursOn?: string
  /** Key of the picture of the current preview. */
  picture?: string
  /** Key of the picture that was last referred back. */
  referredBack?: string
  count?: number
}

export const addTaskRows = (
  db: Kysely<Tables>,
  companyId: string,
  { title = '', status = 'Pending', target, review, recursFrom, occursOn, picture, referredBack, count = 1 }: TaskRows,
) =>
  sql`
    insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
      description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by,
      status, target_posting_date, submission_for_review, recurrence_start_date, occurrence_date, done_task_image, rollbacks)
    select gen_random_uuid(), ${companyId}, ${title}, '', '', '', '', '', '', '', '', true, false, false, false, false, false, false,
      'owner', ${status}, ${target ?? null}, ${review ?? null}, ${recursFrom ?? null},
      ${occursOn ?? null}, ${picture ?? null},
      ${JSON.stringify(referredBack ? [{ doneTaskImage: referredBack }] : [])}::jsonb
    from generate_series(1, ${count}::integer)`.execute(db)
