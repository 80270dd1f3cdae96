import { openPool, overPool } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { DocumentChanged } from '@app/contracts/events/documents.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { PreviewUploaded, ReviewLinkIssued, TaskApproved, TaskChanged, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { claimDocuments, documentIdsOf, removeSettledDigests, waitingDocuments } from '../src/documents/digest-document.repository.ts'
import { findWantedMail, recordMailOutcomes } from '../src/mail/mail.repository.ts'
import { removeDigests, taskIdsOf, withdrawDigest } from '../src/task-emails/digest-entry.repository.ts'
import { sendDueDigests } from '../src/task-emails/scheduler.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'
import { decisionData, newLink, newTask, previewData, referralData } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

const ROWS = 20_000
const LARGE_TABLES = ['mail', 'work', 'notification', 'task_digest_entry', 'digest_document']
const admin = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada' }

interface Statement {
  text: string
  values: unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

let database: TestDatabase
let db: Kysely<Tables>
let explainer: ReturnType<typeof openPool>
/** The statements of `db`, oldest first. */
const statements: Statement[] = []
const settings = testSettings()
const handle = eventHandler(() => db, settings)

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  explainer = openPool({ url: database.url, schema: 'notifications', max: 1, onIdleError: () => {} })
  const pool = openPool({ url: database.url, schema: 'notifications', max: 2, onIdleError: () => {} })
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (statement: Statement) => unknown
    Object.assign(client, {
      query(statement: Statement) {
        statements.push(statement)
        return send(statement)
      },
    })
  })
  db = overPool<Tables>(pool)
  await handle(UserChanged, userData('admin-added', admin))
  await fill()
})
afterAll(async () => {
  await explainer.end()
  await db.destroy()
  await database.drop()
})

/** Fills the large tables: emails of all kinds, a third of them queued, and the entries of 200 admins. */
async function fill(): Promise<void> {
  await sql`
    insert into mail (id, event_id, template, composer, about, recipient_kind, recipient_id, recipient, state)
    select gen_random_uuid(), gen_random_uuid(), (array['preview-ready', 'task-digest', 'approved'])[1 + n % 3], 'tasks', gen_random_uuid(),
      'admin', gen_random_uuid(), n || '@example.com', (array['queued', 'sent', 'sent'])[1 + (n / 3) % 3]
    from generate_series(1, ${ROWS}::integer) as n`.execute(db)
  await sql`
    insert into work (queue, key, payload, priority, state, settled_at)
    select 'mail-tasks', id, 'null', 0, case state when 'queued' then 'queued' else 'done' end, case state when 'sent' then now() end
    from mail`.execute(db)
  await sql`
    insert into task_digest_entry (user_id, task_id, company_id, added_at, ready_at, digest_id)
    select ('00000000-0000-4000-8000-' || lpad((n % 200)::text, 12, '0'))::uuid, gen_random_uuid(), gen_random_uuid(), now(), now(),
      case n % 2 when 0 then gen_random_uuid() end
    from generate_series(1, ${ROWS}::integer) as n`.execute(db)
  await sql`
    insert into digest_document (topic, company_profile_id, document_id, digest_id)
    select 'documents-shared', gen_random_uuid(), gen_random_uuid(), case n % 2 when 0 then gen_random_uuid() end
    from generate_series(1, ${ROWS}::integer) as n`.execute(db)
  await sql`
    insert into notification (audience_admins, type, message, subject_id)
    select true, 'x', 'm', gen_random_uuid() from generate_series(1, ${ROWS}::integer)`.execute(db)
  for (const table of LARGE_TABLES) await sql`analyze ${sql.table(table)}`.execute(db)
}

const isQuery = ({ text }: Statement): boolean => /^\s*(select|with|insert|update|delete)\b/i.test(text)

/** Returns the large tables that a statement scans completely. */
async function scannedTables({ text, values }: Statement): Promise<string[]> {
  const { rows } = await explainer.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: `explain (format json) ${text}`, values })
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
  const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
  return scanned.filter((table) => LARGE_TABLES.includes(table))
}

it('no statement of reactions, digests and the sender scans a large table', async () => {
  const task = newTask()
  const preview = { ...task, ...previewData() }
  const { companyProfileId, companyName, ownerId, title } = task
  const shared = { change: 'uploaded' as const, _id: crypto.randomUUID(), DocId: 12, DocViewer: false }
  const document = { ...shared, companyProfileId, companyName, ownerId, title }
  const referral = { ...task, ...referralData() }
  const settlement = { state: 'done' as const, waitMs: 0, reason: null, counts: true }
  const id = crypto.randomUUID()
  const log = { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never
  const steps: Record<string, () => Promise<unknown>> = {
    preview: () => handle(PreviewUploaded, preview),
    'further link': () =>
      handle(ReviewLinkIssued, { ...task, previewId: preview.previewId, previewNo: 1, reviewLink: newLink('owner', task.ownerId) }),
    approval: () => handle(TaskApproved, { ...task, ...decisionData() }),
    'change by an admin': () => handle(TaskChanged, { ...task, changedBy: 'admin', changed: ['title'], briefVersion: 2 }),
    'referral, status': () => handle(TaskReferredBack, { ...referral, hasFeedback: false }),
    'referral, feedback': () => handle(TaskReferredBack, referral),
    digests: () => sendDueDigests({ db, settings: { ...settings, now: () => new Date(Date.now() + 3_600_000) }, log }),
    withdrawal: () => db.transaction().execute((trx) => withdrawDigest(trx, admin.userId)),
    'shared document': () => handle(DocumentChanged, document),
    'digest of documents': () =>
      db.transaction().execute(async (trx) => {
        const subject = { topic: 'documents-shared', companyProfileId: task.companyProfileId, userId: null } as const
        await waitingDocuments(trx, subject)
        await claimDocuments(trx, subject, id)
      }),
    'removed document': () => handle(DocumentChanged, { ...document, change: 'removed' }),
    content: () => Promise.all([findWantedMail(db, id), taskIdsOf(db, id), documentIdsOf(db, id)]),
    outcome: () =>
      db.transaction().execute(async (trx) => {
        await recordMailOutcomes(trx, [{ key: id, payload: null, attempts: 1, maybeTwice: true, settlement }])
        await removeDigests(trx, [id])
        await removeSettledDigests(trx, [id])
      }),
    'removed admin': () => handle(UserChanged, userData('admin-removed', admin), 2),
  }
  const scans: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    statements.length = 0
    await step()
    const sent = statements.filter(isQuery)
    expect(sent.length, name).toBeGreaterThan(0)
    for (const statement of sent) {
      const tables = await scannedTables(statement)
      if (tables.length > 0) scans.push(`${name} scans ${tables}: ${statement.text}`)
    }
  }
  expect(scans).toEqual([])
})
