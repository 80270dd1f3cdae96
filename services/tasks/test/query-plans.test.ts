import { connect, openPool, overPool } from '@app/chassis/db/connect.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { NOTHING } from '@app/chassis/testing/mail-requests.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { listBoardTasks } from '@app/contracts/http/board.ts'
import * as calendar from '@app/contracts/http/calendar.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import * as colleagues from '@app/contracts/http/colleagues.ts'
import * as corrections from '@app/contracts/http/corrections.ts'
import * as decisions from '@app/contracts/http/decide-tasks.ts'
import * as inbound from '@app/contracts/http/inbound-mail.ts'
import * as mails from '@app/contracts/http/mail-content.ts'
import * as monday from '@app/contracts/http/monday.ts'
import * as monthlyReports from '@app/contracts/http/monthly-reports.ts'
import * as taskNotes from '@app/contracts/http/notes.ts'
import * as postLinks from '@app/contracts/http/post-links.ts'
import * as postingKit from '@app/contracts/http/posting-kit.ts'
import * as posts from '@app/contracts/http/posts.ts'
import * as previewNotes from '@app/contracts/http/preview-notes.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import * as proofreading from '@app/contracts/http/proofreading.ts'
import * as reminders from '@app/contracts/http/remind-task.ts'
import * as taskBatches from '@app/contracts/http/task-batches.ts'
import * as taskChanges from '@app/contracts/http/task-changes.ts'
import * as waiting from '@app/contracts/http/waiting.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Tables } from '../src/db/tables.ts'
import { remindDuePosts } from '../src/posts/remind-due-posts.ts'
import { proofreadingWork } from '../src/proofreading/proofread-previews.ts'
import { edit } from './briefs/brief-steps.ts'
import { colleagueSteps, invitationOf } from './colleagues/colleague-steps.ts'
import { bounceOf, complaint, replyOf } from './inbound/inbound-steps.ts'
import { toAdmin, toColleague, toOwner } from './mail/composing.ts'
import { noteSteps } from './preview-notes/note-steps.ts'
import { finding, finds } from './proofreading/proofreading-steps.ts'
import { campaignAnswer, customerAnswer, sentReport, startFiguresService } from './reports/report-steps.ts'
import { byHand, type Reviewer, reviewing } from './reviews/reviewing.ts'
import { createRecurring } from './series/series-setup.ts'
import { addTaskRows, admin, INTERNAL_MAIL_KEY, setUp, taskIn } from './setup.ts'

const COMPANIES = 2_000
const TASKS_EACH = 5
/** Postgres scans smaller tables completely, also if it could use an index. */
const SMALL_TABLE_ROWS = 1_000

/** The test sends requests to the routes of these contracts. */
const routes = [
  calendar,
  colleagues,
  corrections,
  decisions,
  inbound,
  mails,
  monday,
  monthlyReports,
  postLinks,
  postingKit,
  posts,
  previewNotes,
  proofreading,
  reminders,
  taskBatches,
  taskChanges,
  taskNotes,
  waiting,
]
  .flatMap((contract) => Object.values(contract))
  .filter((value: unknown): value is RouteContract => typeof value === 'object' && value !== null && 'access' in value)
  .filter(({ service: name = 'tasks' }) => name === 'tasks')

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  payload?: object
  headers?: Record<string, string>
}

interface Statement {
  text: string
  values: unknown[]
}

let service: Awaited<ReturnType<typeof setUp>>
let figures: { url: string; stop(): void }[]
let recording: Awaited<ReturnType<typeof recordingReplica>>
let explainer: ReturnType<typeof openPool>
let requests: Record<string, Request[]>
beforeAll(async () => {
  const [campaigns, customers] = [await startFiguresService(campaignAnswer), await startFiguresService(customerAnswer)]
  figures = [campaigns, customers]
  service = await setUp({ campaignsUrl: campaigns.url, crmProxyUrl: customers.url })
  recording = await recordingReplica()
  explainer = openPool({ url: service.url, schema: 'tasks', max: 1, onIdleError: () => {} })
  requests = await prepareRequests()
  await fill()
})
afterAll(async () => {
  await explainer.end()
  await recording.stop()
  await service.stop()
  for (const { stop } of figures) stop()
})

/** Starts a replica that records the statements of its requests. */
async function recordingReplica() {
  const statements: Statement[] = []
  const pool = openPool({ url: service.url, schema: 'tasks', max: 4, onIdleError: () => {} })
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (statement: Statement) => unknown
    Object.assign(client, {
      query(statement: Statement) {
        statements.push(statement)
        return send(statement)
      },
    })
  })
  const db = overPool<Tables>(pool)
  const app = await buildApp({ ...service.deps, db, registry: new Registry() })
  return { app, db, statements, stop: async () => void (await Promise.all([app.close(), db.destroy()])) }
}

/** Fills the tables with the rows of many other companies. Each of their tasks has a preview, a review link and a note with a reply. */
async function fill(): Promise<void> {
  const db = connect<Tables>({ url: service.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  // Without the triggers and the checks of foreign keys, the tables are filled in seconds.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`
    insert into company (id, owner_id, name, profile, version)
    select gen_random_uuid(), gen_random_uuid(), 'Company ' || n, '{}', 1 from generate_series(1, ${COMPANIES}::integer) as n`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from company order by random() limit 1`.execute(db)
  await addTaskRows(db, rows[0]?.id ?? '', { title: 'Filled', target: '2026-12-01', count: COMPANIES * TASKS_EACH })
  await sql`
    update task set company_id = company.id, preview_number = 1, done_task_image = 'public/a.png', target_posting_date = date '2026-06-01' + (n % 400)::integer
    from (select id, row_number() over (order by id) % ${COMPANIES}::integer as n from company) as company,
      (select id, row_number() over (order by id) % ${COMPANIES}::integer as m from task where title = 'Filled') as filled
    where task.id = filled.id and n = m`.execute(db)
  await sql`
    update task set status = 'Posted', approved_preview_number = 1, posted_at = target_posting_date, posted_on = target_posting_date
    where title = 'Filled' and task_id % 20 = 0`.execute(db)
  for (const statement of [
    sql`
      insert into preview (id, task_id, number, state, created_by, delivered_at)
      select gen_random_uuid(), id, 1, 'delivered', gen_random_uuid(), now() from task where title = 'Filled' on conflict do nothing`,
    sql`
      insert into preview_file (preview_id, position, key, kind, media_type, bytes, sha256)
      select id, 1, 'public/a.png', 'image', 'image/png', 1, repeat('0', 64) from preview on conflict do nothing`,
    sql`insert into proofreading (preview_id, state) select id, 'done' from preview on conflict do nothing`,
    sql`
      insert into finding (id, preview_id, ordinal, kind, certainty, words, place, compared_with, message)
      select gen_random_uuid(), id, 1, 'spelling', 'sure', 'reservtion', '{"in": "caption"}', '', '' from preview on conflict do nothing`,
    sql`
      insert into accepted_finding (id, company_id, kind, words, comparable_words, accepted_by)
      select gen_random_uuid(), id, 'spelling', 'reservtion', 'reservtion', ${admin.id} from company on conflict do nothing`,
    sql`
      insert into monthly_report (id, company_id, company_name, month, number, figures, thumbnails, prepared_at)
      select gen_random_uuid(), id, name, '2026-' || lpad(n::text, 2, '0'), 1, '{}', '{}', now() from company, generate_series(1, 9) as n`,
    sql`insert into picture_memory (preview_id, hash, words) select id, '', '{}' from preview`,
    sql`insert into task_findings (task_id, company_id, open) select id, company_id, 1 from task where title = 'Filled' limit 20`,
    sql`insert into owner_address (owner_id, email, is_confirmed, version) select owner_id, owner_id || '@shop.example', true, 1 from company on conflict do nothing`,
    sql`insert into company_setting (company_id, requires_check) select id, false from company on conflict do nothing`,
    sql`
      insert into company_manager (company_id, manager_id, version)
      select id, case n % 20 when 0 then ${admin.id}::uuid else gen_random_uuid() end, 1 from (select id, row_number() over () as n from company) as numbered`,
    sql`insert into calendar_feed (company_id, id) select id, gen_random_uuid() from company on conflict do nothing`,
    sql`
      insert into review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at)
      select gen_random_uuid(), task.id, 1, 'owner', owner_id, 'a@shop.example', now() from task join company on company.id = company_id where title = 'Filled'`,
    sql`
      insert into preview_note (id, task_id, preview_id, number, body, author_kind, author_id, visibility)
      select gen_random_uuid(), task_id, id, 1, 'Warmer', 'agency', gen_random_uuid(), 'everyone' from preview on conflict do nothing`,
    sql`
      insert into preview_note_reply (id, note_id, body, author_kind, author_id)
      select gen_random_uuid(), id, 'Yes', 'agency', gen_random_uuid() from preview_note`,
    sql`
      insert into decision (id, task_id, task_version, preview_number, kind, channel, decided_by, content_hash)
      select gen_random_uuid(), id, 1, 1, 'approve', 'portal', gen_random_uuid(), repeat('0', 64) from task where title = 'Filled'`,
    sql`
      insert into decision_record (company_id, number, task_id, body, previous_hash, hash)
      select company_id, 1000 + row_number() over (partition by company_id), id, '{}', '', '' from task where title = 'Filled'`,
    sql`
      insert into task_note (id, task_id, preview_number, source, source_id, text, is_from_recipient, is_automatic, has_attachments)
      select gen_random_uuid(), id, 1, 'email', id, '', true, false, false from task where title = 'Filled'`,
    sql`
      insert into brief_version (task_id, number, changed_by_role, changed, brief, has_reference_image)
      select id, 1, 'owner', '{}', '{}', false from task where title = 'Filled'`,
    sql`
      insert into undone_launch (id, task_id, launch_comment, reason, undone_by)
      select gen_random_uuid(), id, '', '', gen_random_uuid() from task where title = 'Filled'`,
    sql`
      insert into removed_task (id, task_id, company_id, title, reason, removed_by)
      select gen_random_uuid(), task_id, company_id, '', '', gen_random_uuid() from task where title = 'Filled'`,
    sql`
      insert into task_note (id, task_id, source, side, burst_id, text, is_from_recipient, is_automatic, has_attachments)
      select gen_random_uuid(), id, 'portal', 'agency', id, '', true, false, false from task where title = 'Filled'`,
    sql`
      insert into task_note_seen (task_id, side, note_id) select id, 'agency', gen_random_uuid() from task where title = 'Filled'`,
    sql`
      insert into post_reminder (id, task_id, posting_date, posting_time)
      select gen_random_uuid(), id, '2026-11-30', '09:00' from task where title = 'Filled'`,
    sql`
      insert into task_batch (id, title, brief_hash, created_by, created_at)
      select id, 'Filled', '', ${admin.id}, now() - interval '2 hours' from company`,
    sql`
      insert into task_batch_item (batch_id, company_id, company_name, task_id, task_number)
      select id, id, '', id, 1 from company`,
    sql`insert into review_code (recipient_id, id, expires_at) select owner_id, gen_random_uuid(), now() from company on conflict do nothing`,
    sql`
      insert into colleague (id, company_id, email, name, may, state)
      select gen_random_uuid(), id, 'c' || n || '@shop.example', 'Ana', 'decide', 'active' from company, generate_series(1, 2) as n
      where name like 'Company %'`,
    sql`
      insert into task_series (id, company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, last_number, last_date, next_date)
      select gen_random_uuid(), id, '{"title": "Filled"}', 'weekly', 'monday', '2026-01-05', '2027-12-31', 1, '2026-11-16', date '2026-11-23' + (n % 700)::integer
      from (select id, row_number() over () as n from company) as numbered`,
  ])
    await statement.execute(db)
  await sql`analyze`.execute(db)
  await db.destroy()
}

/** Headers of the requests of `notifications`. */
const ofNotifications = { authorization: `Key ${INTERNAL_MAIL_KEY}` }

/** Returns requests for emails about tasks, a code and a colleague of an owner. */
async function requestsForMails(owner: Reviewer, ana: Colleague): Promise<Request[]> {
  const { app, db } = service
  const { delivered } = colleagueSteps(service)
  const [{ task }, decided] = [await delivered(owner), await delivered(owner)]
  await reviewing(service).approve(decided.owners)
  const posted = await taskIn(app, owner, 'Posted')
  await app.inject({ method: 'POST', url: `/admin/tasks/${task._id}/remind`, headers: admin.headers })
  const [code, note] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql`update preview_file set needs_copies = false`.execute(db)
  await sql`insert into review_code (recipient_id, id, expires_at) values (${owner.id}, ${code}, now() + interval '1 hour')`.execute(db)
  await sql`
    insert into task_note (id, task_id, preview_number, source, source_id, text, is_from_recipient, is_automatic, has_attachments)
    values (${note}, ${task._id}, 1, 'email', ${note}, '', true, false, false)`.execute(db)
  const write = { method: 'POST', url: `/task/notes/${task._id}`, payload: { text: 'Which color?' }, headers: admin.headers } as const
  const message = await app.inject(write)
  const idIn = async (table: string, taskId: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where task_id = ${taskId}`.execute(db)
    return rows[0]?.id ?? ''
  }
  const { rows: reminded } = await sql<{ id: string }>`select id from reminder where company_id = ${owner.company._id}`.execute(db)
  const changed = await taskIn(app, owner, 'Previewed')
  await edit(app, owner, changed, { title: 'Winter sale' })
  await edit(app, admin, { ...changed, version: changed.version + 1 }, { headline: 'Warm up' })
  const [undone, removed] = [await taskIn(app, owner, 'Posted'), await taskIn(app, owner, 'Pending')]
  const correct = (url: string) => app.inject({ method: 'POST', url, payload: { reason: 'A mistake' }, headers: admin.headers })
  await correct(`/admin/undo-launch/${undone._id}`)
  await correct(`/admin/remove-task/${removed._id}`)
  const due = crypto.randomUUID()
  await sql`update task set target_posting_time = '09:00', target_posting_date = '2026-11-20' where id = ${undone._id}`.execute(db)
  await sql`
    insert into post_reminder (id, task_id, posting_date, posting_time) values (${due}, ${undone._id}, '2026-11-20', '09:00')`.execute(db)
  const payloads: mails.MailRequest[] = [
    { topic: 'post-due', about: due, recipient: toAdmin },
    { topic: 'task-changed', about: changed._id, recipient: toOwner(owner) },
    { topic: 'task-changed', about: changed._id, recipient: toAdmin },
    { topic: 'launch-undone', about: await idIn('undone_launch', undone._id), recipient: toOwner(owner) },
    { topic: 'task-removed', about: removed._id, recipient: toOwner(owner) },
    { topic: 'preview-ready', about: await idIn('preview', task._id), recipient: toOwner(owner) },
    { topic: 'preview-ready', about: await idIn('preview', task._id), recipient: toColleague(ana) },
    { topic: 'receipt', about: await idIn('decision', decided.task._id), recipient: toOwner(owner) },
    { topic: 'posted', about: posted._id, recipient: toOwner(owner) },
    { topic: 'approved', about: decided.task._id, recipient: toAdmin },
    { topic: 'task-digest', about: NOTHING, recipient: toAdmin, ids: [task._id, decided.task._id] },
    { topic: 'review-code', about: code, recipient: toOwner(owner) },
    { topic: 'reply-received', about: note, recipient: toOwner(owner) },
    { topic: 'messages-written', about: message.json()._id, recipient: toOwner(owner) },
    { topic: 'colleague-joined', about: ana._id, recipient: toOwner(owner) },
    { topic: 'reminder', about: reminded[0]?.id ?? '', recipient: toOwner(owner) },
    { topic: 'reminder', about: reminded[0]?.id ?? '', recipient: toColleague(ana) },
  ]
  return payloads.map((payload) => ({ method: 'POST', url: mails.composeTaskMail.url, payload, headers: ofNotifications }))
}

/** Returns requests about what the check of a preview found. */
async function requestsForFindings(owner: Reviewer, { _id: previewId }: Pick<Preview, '_id'>): Promise<Record<string, Request[]>> {
  const { db } = service
  const [findingId, acceptedId] = [crypto.randomUUID(), crypto.randomUUID()]
  const row = { kind: 'spelling', words: 'tomorow' } as const
  const place = JSON.stringify({ in: 'caption' })
  await db
    .insertInto('finding')
    .values({ ...row, id: findingId, preview_id: previewId, ordinal: 0, certainty: 'sure', place, compared_with: '', message: '' })
    .execute()
  await db
    .insertInto('accepted_finding')
    .values({ ...row, id: acceptedId, company_id: owner.company._id, comparable_words: 'tomorow', accepted_by: admin.id })
    .execute()
  const ofPreview = `/admin/previews/${previewId}`
  const ofCompany = `/admin/companies/${owner.company._id}/accepted-findings`
  const { headers } = admin
  return {
    getProofreading: [{ url: `${ofPreview}/proofreading`, headers }],
    listAcceptedFindings: [{ url: ofCompany, headers }],
    removeAcceptedFinding: [{ method: 'DELETE', url: `${ofCompany}/${acceptedId}`, headers }],
    acceptFinding: [{ method: 'POST', url: `${ofPreview}/findings/${findingId}/accept`, headers }],
    undoAcceptFinding: [{ method: 'DELETE', url: `${ofPreview}/findings/${findingId}/accept`, headers }],
  }
}

/** Returns requests that change tasks of an owner, and that correct what admins did. */
async function requestsForChanges(owner: Reviewer): Promise<Record<string, Request[]>> {
  const { app } = service
  const taskAs = async (status: Parameters<typeof taskIn>[2]) => (await taskIn(app, owner, status))._id
  const [pending, previewed, posted] = [await taskAs('Pending'), await taskAs('Previewed'), await taskAs('Posted')]
  const linked = await taskIn(app, owner, 'Posted')
  const kit = `/admin/posting-kit/${linked._id}`
  const { payload, headers: form } = await multipart({ title: 'Winter sale' }, { referenceImage: png() })
  const seen = { ...owner.headers, [IF_MATCH]: ifMatchOf(1) }
  const byAdmin = (url: string, body: object): Request[] => [{ method: 'POST', url, payload: body, headers: admin.headers }]
  const reason = 'Entered twice'
  return {
    editTask: [{ method: 'PUT', url: `/task/edit-task/${await taskAs('Pending')}`, payload, headers: { ...seen, ...form } }],
    moveTask: [
      {
        method: 'PUT',
        url: `/task/move-task/${pending}`,
        payload: { targetPostingDate: '2026-12-10', scope: 'following' },
        headers: seen,
      },
    ],
    listBriefHistory: [{ url: `/task/brief-history/${pending}`, headers: owner.headers }],
    withdrawPreview: byAdmin(`/admin/withdraw-preview/${previewed}`, { previewNo: 1 }),
    undoLaunch: byAdmin(`/admin/undo-launch/${posted}`, { reason }),
    changePost: [
      {
        method: 'PUT',
        url: `/admin/post-links/${linked._id}`,
        payload: { postedAt: '2026-11-21T17:03:00Z', postLinks: {} },
        headers: { ...admin.headers, [IF_MATCH]: ifMatchOf(linked.version) },
      },
    ],
    getPostingKit: [{ url: kit, headers: admin.headers }],
    downloadPostingFiles: [{ url: `${kit}/files.zip`, headers: admin.headers }],
    adminRemoveTask: byAdmin(`/admin/remove-task/${previewed}`, { reason }),
  }
}

/** Returns requests for lists, CSV files and ZIP files of posts. */
function requestsForPosts({ headers, company }: Reviewer): Record<string, Request[]> {
  const filters = ['', '&month=2026-11', '&platform=platform_x', '&search=filled', '&search=loaf', '&search=1200']
  const ofAdmins = [...filters, '&manager=me', '&manager=me&search=filled', `&companyProfileId=${company._id}&search=posted`]
  const own = (url: string): Request[] => filters.map((query) => ({ url: url + query, headers }))
  const all = (url: string): Request[] => ofAdmins.map((query) => ({ url: url + query, headers: admin.headers }))
  // The files of the filled posts are not in the store, so the ZIP files are those of a month without posts.
  const emptyMonth = 'month=2025-01'
  return {
    listPosts: own(`${posts.listPosts.url}?limit=20`),
    exportPosts: own(`${posts.exportPosts.url}?`),
    downloadPosts: [{ url: `${posts.downloadPosts.url}?${emptyMonth}`, headers }],
    adminListPosts: all(`${posts.adminListPosts.url}?limit=20`),
    adminExportPosts: all(`${posts.adminExportPosts.url}?`),
    adminDownloadPosts: ['', '&manager=me', '&search=filled'].map((query) => ({
      url: `${posts.adminDownloadPosts.url}?${emptyMonth}${query}`,
      headers: admin.headers,
    })),
  }
}

/** Returns requests about a sent report of an owner, and about a new one of another owner. */
async function requestsForReports(owner: Reviewer, sent: string): Promise<Record<string, Request[]>> {
  const { headers } = admin
  const { company } = await ownerWithCompany(service.deps, { createdAt: '2026-09-20T12:00:00.000Z' })
  const prepare = { method: 'POST', url: '/admin/reports/prepare', headers } as const
  const payload = { companyProfileId: company._id, month: '2026-10' }
  const { _id: id } = (await service.app.inject({ ...prepare, payload })).json()
  const list = '/admin/reports?month=2026-09'
  return {
    listReports: [list, `${list}&state=prepared`, `${list}&manager=me`].map((url) => ({ url, headers })),
    listUnpreparedReports: ['', '&manager=me'].map((more) => ({ url: `/admin/reports/unprepared?month=2026-10${more}`, headers })),
    listSentReports: [{ url: `/reports/company/${owner.company._id}`, headers: owner.headers }],
    getReport: [{ url: `/reports/${sent}`, headers: owner.headers }],
    downloadReport: [{ url: `/reports/${sent}/report.pdf`, headers: owner.headers }],
    prepareReport: [{ ...prepare, payload }],
    setReportText: [
      { method: 'PUT', url: `/admin/reports/${id}/text`, payload: { text: 'Good' }, headers: { ...headers, [IF_MATCH]: ifMatchOf(2) } },
    ],
    correctReport: [{ method: 'POST', url: `/admin/reports/${sent}/correct`, headers }],
    sendReports: [{ method: 'POST', url: '/admin/reports/send', payload: { reports: [{ id, version: 3, idempotencyKey: id }] }, headers }],
  }
}

/** Returns the requests to each route, by the id of the route. The test fills the tables, and then sends the requests in this order. */
async function prepareRequests(): Promise<Record<string, Request[]>> {
  const steps = colleagueSteps(service)
  const notes = noteSteps(service)
  const owner = await steps.ownerWithPreview()
  const [stays, gone] = [await steps.colleagueOf(owner), await steps.colleagueOf(owner)]
  await createRecurring(service.app, owner)
  const mailRequests = await requestsForMails(owner, stays)
  const changeRequests = await requestsForChanges(owner)
  const [{ task, owners: token }, decided] = [await steps.delivered(owner), await steps.delivered(owner)]
  const preview = await notes.preview(owner, task)
  const findingRequests = await requestsForFindings(owner, preview)
  const [note, linked] = [await notes.written(owner, task, preview._id), await notes.written(owner, task, preview._id)]
  for (const { _id } of [note, linked]) {
    await notes.reply(admin, _id, 'Yes')
    await notes.change(admin, _id, 'resolved', 1)
  }
  const written = { method: 'POST', url: `/task/notes/${task._id}`, payload: { text: 'Which size?' }, headers: admin.headers } as const
  const message = (await service.app.inject(written)).json()
  const invited: Colleague = (await steps.invite(owner)).json()
  const feed = `/task/calendar-feed/${owner.company._id}`
  await service.app.inject({ method: 'POST', url: feed, headers: owner.headers })
  const { url: feedUrl } = (await service.app.inject({ url: feed, headers: owner.headers })).json()

  const ownCompany = owner.company._id
  const { headers } = owner
  const note1 = { previewId: preview._id, body: 'Warmer', filePosition: 1, x: 0.5, y: 0.5 }
  const accept = { state: 'accepted', version: 2 }
  const period = 'from=2026-11-29&to=2027-01-09'
  const colleagueUrl = `/task/colleagues/${ownCompany}`
  const invitationUrl = `/review/invitation/${steps.tokenOf(invited)}`
  const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1.15' }
  const batchId = crypto.randomUUID()
  const batchUrl = (path: string) => `/admin/task-batches/${path}`
  const brief = { title: 'Holiday hours', submissionForReview: '2026-12-15', targetPostingDate: '2026-12-20' }
  const returnId = service.deps.reviewKeys.linkIdOf(token)
  const waitingUrls = [
    '',
    '&reach=opened',
    '&reach=unopened',
    '&reach=bounced',
    '&reach=no-email',
    '&search=filled',
    '&search=1200',
  ].concat(['&manager=me', '&manager=me&reach=unopened', '&manager=me&search=filled'])
  const report = await sentReport(service.db, ownCompany)
  return {
    ...(await requestsForReports(owner, report)),
    listPreviewNotes: ['', `?previewId=${preview._id}`].map((query) => ({ url: `/task/${task._id}/preview-notes${query}`, headers })),
    listNotes: [headers, admin.headers].map((of) => ({ url: `/task/${task._id}/notes`, headers: of })),
    writeNote: [headers, admin.headers].map((of) => ({
      method: 'POST',
      url: `/task/notes/${task._id}`,
      payload: { text: 'Which color?' },
      headers: of,
    })),
    markNotesSeen: [{ method: 'PUT', url: `/task/notes/${task._id}/seen`, payload: { noteId: message._id }, headers }],
    addPreviewNote: [{ method: 'POST', url: `/task/${task.taskId}/preview-notes`, payload: note1, headers }],
    addNoteReply: [{ method: 'POST', url: `/preview-notes/${note._id}/replies`, payload: { body: 'Yes' }, headers }],
    changePreviewNote: [{ method: 'PUT', url: `/preview-notes/${note._id}`, payload: accept, headers }],
    listReviewNotes: [{ url: `/review/${token}/preview-notes` }],
    addReviewNote: [{ method: 'POST', url: `/review/${token}/preview-notes`, payload: note1 }],
    addReviewNoteReply: [{ method: 'POST', url: `/review/${token}/preview-notes/${linked._id}/replies`, payload: { body: 'Yes' } }],
    changeReviewNote: [{ method: 'PUT', url: `/review/${token}/preview-notes/${linked._id}`, payload: accept }],
    composeTaskMail: mailRequests,
    listColleagues: [
      { url: colleagueUrl, headers },
      { url: colleagueUrl, headers: admin.headers },
    ],
    inviteColleague: [{ method: 'POST', url: colleagueUrl, payload: invitationOf(), headers }],
    changeColleague: [{ method: 'PUT', url: `${colleagueUrl}/${stays._id}`, payload: { may: 'look' }, headers }],
    removeColleague: [{ method: 'DELETE', url: `${colleagueUrl}/${gone._id}`, headers }],
    getInvitation: [{ url: invitationUrl }],
    acceptInvitation: [{ method: 'POST', url: `${invitationUrl}/accept`, payload: { interaction: byHand }, headers: browser }],
    leaveCompany: [{ method: 'POST', url: `${invitationUrl}/leave` }],
    askToReturn: [{ method: 'POST', url: `${invitationUrl}/return`, payload: { interaction: byHand }, headers: browser }],
    answerReturn: [{ method: 'POST', url: `${colleagueUrl}/${invited._id}/return`, payload: { isAccepted: true }, headers }],
    remindTask: [{ method: 'POST', url: `/admin/tasks/${task._id}/remind`, headers: admin.headers }],
    remindTasks: [
      {
        method: 'POST',
        url: '/admin/tasks/remind',
        payload: { reminders: [{ id: task._id, idempotencyKey: crypto.randomUUID() }] },
        headers: admin.headers,
      },
    ],
    checkTaskBatch: [{ method: 'POST', url: batchUrl('check'), payload: { brief, companyIds: [ownCompany] }, headers: admin.headers }],
    createTaskBatch: [
      { method: 'PUT', url: batchUrl(batchId), payload: { brief, companies: [{ companyId: ownCompany }] }, headers: admin.headers },
    ],
    listTaskBatches: [{ url: taskBatches.listTaskBatches.url, headers: admin.headers }],
    undoTaskBatch: [{ method: 'POST', url: batchUrl(`${batchId}/undo`), headers: admin.headers }],
    ...changeRequests,
    ...findingRequests,
    ...requestsForPosts(owner),
    decideTasks: [
      {
        method: 'POST',
        url: '/task/decisions',
        payload: {
          decisions: [
            { id: task._id, idempotencyKey: crypto.randomUUID(), currentStatus: 'Approved' },
            { id: decided.task._id, idempotencyKey: crypto.randomUUID(), currentStatus: 'Roll Back', feedback: 'Warmer' },
          ],
        },
        headers,
      },
    ],
    listWaitingPreviews: waitingUrls.map((query) => ({ url: `/admin/board/waiting?limit=20${query}`, headers: admin.headers })),
    getMonday: ['', '?manager=me'].map((query) => ({ url: `${monday.getMonday.url}${query}`, headers: admin.headers })),
    listPlannedDates: [{ url: `/task/planned-dates/${ownCompany}?${period}`, headers }],
    getBoardCalendar: ['', `&companyProfileId=${ownCompany}`, '&manager=me'].map((query) => ({
      url: `/admin/board/calendar?${period}${query}`,
      headers: admin.headers,
    })),
    listBoardDay: ['', `?companyProfileId=${ownCompany}`, '?manager=me'].map((query) => ({
      url: `/admin/board/calendar/2026-12-07${query}`,
      headers: admin.headers,
    })),
    getCalendarFeed: [{ url: feed, headers }],
    readCalendarFeed: [{ url: new URL(feedUrl).pathname }],
    renewCalendarFeed: [{ method: 'POST', url: feed, headers }],
    endCalendarFeed: [{ method: 'DELETE', url: feed, headers }],
    reportTaskMail: [
      { returnId, report: bounceOf() },
      { returnId: stays._id, report: bounceOf() },
      { returnId: stays._id, report: complaint },
    ].map((payload) => ({ method: 'POST', url: inbound.reportTaskMail.url, payload, headers: ofNotifications })),
    replyToTaskMail: [
      { method: 'POST', url: inbound.replyToTaskMail.url, payload: { returnId, reply: replyOf() }, headers: ofNotifications },
    ],
  }
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const isQuery = ({ text }: Statement): boolean => /^\s*(select|with|insert|update|delete)\b/i.test(text)

/** Returns the tables that a statement scans completely. */
async function scannedTables({ text, values }: Statement): Promise<string[]> {
  const { rows } = await explainer.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: `explain (format json) ${text}`, values })
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
  return nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
}

test('every route of these contracts is tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routes.map(({ id }) => id).sort())
})

async function largeTables(): Promise<Set<string>> {
  const { rows } = await explainer.query<{ name: string }>(
    'select relname as name from pg_class where relkind = $1 and reltuples > $2 and relnamespace = current_schema()::regnamespace',
    ['r', SMALL_TABLE_ROWS],
  )
  // If a page contains tasks of many companies, a scan of all companies can be faster than a search of each company by its primary key.
  return new Set(rows.map(({ name }) => name).filter((name) => name !== 'company'))
}

test('no statement of these routes scans a large table', async () => {
  const large = await largeTables()
  for (const table of ['task', 'task_series', 'preview', 'preview_note', 'preview_note_reply', 'review_link', 'colleague', 'calendar_feed'])
    expect(large).toContain(table)
  for (const table of ['brief_version', 'undone_launch', 'removed_task', 'post_reminder', 'task_batch', 'task_batch_item'])
    expect(large).toContain(table)
  for (const table of ['decision', 'decision_record', 'task_note', 'review_code']) expect(large).toContain(table)
  for (const table of ['proofreading', 'finding', 'accepted_finding', 'picture_memory', 'monthly_report']) expect(large).toContain(table)
  const scans: string[] = []
  for (const [id, sent] of Object.entries(requests)) {
    for (const request of sent) {
      recording.statements.length = 0
      const { statusCode, body } = await recording.app.inject(request)
      expect(statusCode, `${id}: ${body}`).toBeLessThan(300)
      const recorded = recording.statements.filter(isQuery)
      expect(recorded.length, id).toBeGreaterThan(0)
      for (const statement of recorded) {
        const tables = (await scannedTables(statement)).filter((table) => large.has(table))
        if (tables.length > 0) scans.push(`${id} ${request.url} scans ${tables}: ${statement.text}`)
      }
    }
  }
  expect(scans).toEqual([])
})

/** Returns the large tables that statements of the recording replica scan while `run` runs. */
async function scannedBy(run: () => Promise<unknown>): Promise<string[]> {
  const large = await largeTables()
  recording.statements.length = 0
  await run()
  const recorded = recording.statements.filter(isQuery)
  expect(recorded.length).toBeGreaterThan(0)
  const scanned = await Promise.all(recorded.map(scannedTables))
  return scanned.flat().filter((table) => large.has(table))
}

test('the job that reminds of due posts scans no large table', async () => {
  const { signal } = new AbortController()
  expect(await scannedBy(() => remindDuePosts({ ...service.deps, db: recording.db }, signal))).toEqual([])
})

test('the check of a preview scans no large table', async () => {
  const [waiting] = await service.db.selectFrom('proofreading').select('preview_id').where('state', '=', 'waiting').limit(1).execute()
  const { handle } = proofreadingWork({ ...service.deps, db: recording.db }, finds(finding()))
  const { signal } = new AbortController()
  const item = { key: waiting?.preview_id ?? '', payload: null, attempts: 1, maybeTwice: false, signal, recordIntent: async () => {} }
  expect(await scannedBy(async () => expect(await handle(item)).toEqual({ kind: 'done' }))).toEqual([])
})

test('the list of tasks with open findings scans no large table', async () => {
  const url = `${listBoardTasks.url}?findings=true&sort=due`
  const response = () => recording.app.inject({ url, headers: admin.headers })
  expect(await scannedBy(async () => expect((await response()).json().length).toBeGreaterThan(0))).toEqual([])
})
