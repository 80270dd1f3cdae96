import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { serviceNames } from '@app/contracts/define.ts'
import type pg from 'pg'
import { services } from '../../../services.ts'
import { auditCampaigns } from './audit-campaigns.ts'
import { auditChanges, releaseEmailsAboutChanges } from './audit-changes.ts'
import { auditRecords } from './audit-records.ts'
import { auditTaskEmails, taskEmailTemplates } from './audit-task-emails.ts'
import { compare, countsOf, eachOnce, type Finding } from './finding.ts'
import type { MailSink } from './mail-sink.ts'
import { eventsOf, mailsOf, type StoryResult } from './story.ts'
import { shareOf } from './story-documents.ts'
import { previewKey } from './story-previews.ts'

/** Checks that all objects of the simulated owners exist exactly once. `story.ts` contains the actions that create these objects. */
async function createdOnce(database: pg.Pool, stories: readonly StoryResult[]): Promise<Finding[]> {
  const of = (key: Exclude<keyof StoryResult, 'features' | 'documents' | 'preview' | 'review' | 'series' | 'changes' | 'campaign'>) =>
    eachOnce(stories.map((story) => story[key]))
  const others = stories.flatMap(({ review, changes }) => [review?.title ?? [], changes?.changed ?? []].flat())
  const tasks = new Map([...of('posted'), ...of('approved'), ...eachOnce(others)])
  return [
    compare(
      'accounts',
      await countsOf(database, `select email as key, count(*) from identity.users where role = 'owner' group by 1`),
      of('email'),
    ),
    compare(
      'companies, by owner',
      await countsOf(
        database,
        `select u.email as key, count(*) from company.companies c join identity.users u on u.id = c.owner_id group by 1`,
      ),
      of('email'),
    ),
    compare(
      'tasks that do not repeat',
      await countsOf(database, 'select title as key, count(*) from tasks.task where not is_recurring group by 1'),
      tasks,
    ),
    compare(
      'tasks of series, by number',
      await countsOf(
        database,
        `select title || ' ' || occurrence_no || ' ' || status as key, count(*) from tasks.task where is_recurring group by 1`,
      ),
      eachOnce(stories.flatMap(({ series }) => (series ? [`${series} 1 Posted`, `${series} 2 Pending`] : []))),
    ),
    compare(
      'tasks in their last status',
      await countsOf(database, `select title as key, count(*) from tasks.task where lower(status) = split_part(title, ' ', 1) group by 1`),
      tasks,
    ),
    compare(
      'feedback of rollbacks',
      await countsOf(
        database,
        `select entry->>'feedback' as key, count(*) from tasks.task, jsonb_array_elements(rollbacks) as entry group by 1`,
      ),
      of('feedback'),
    ),
    compare(
      'contact forms',
      await countsOf(database, 'select message as key, count(*) from notifications.contact group by 1'),
      of('contact'),
    ),
  ]
}

/** Checks that every uploaded document that was not removed exists once, with its complete file. */
async function shared(database: pg.Pool, stories: readonly StoryResult[], store: ObjectStore): Promise<Finding[]> {
  const expected = eachOnce(stories.flatMap(({ documents }) => documents))
  const { rows } = await database.query<{ title: string; size: string; file: string }>('select title, size, file from documents.document')
  const stored = new Map<string, number>()
  for (const { title, file } of rows) {
    const bytes = await store.sizeOf(file)
    if (bytes !== undefined) stored.set(shareOf(title, bytes), 1)
  }
  const files: string[] = []
  for await (const { key } of store.list('private/documents/')) files.push(key)
  const note = `${files.length - rows.length} files of interrupted uploads, to be deleted by the sweep`
  return [
    compare(
      'documents',
      await countsOf(database, `select title || ' ' || size as key, count(*) from documents.document group by 1`),
      expected,
    ),
    { ...compare('files of documents', stored, expected), note },
  ]
}

/** Checks that every preview with a caption exists once, and that the store contains all its files, posters, smaller copies and frames. */
async function delivered(database: pg.Pool, stories: readonly StoryResult[], store: ObjectStore): Promise<Finding[]> {
  const expected = eachOnce(stories.flatMap(({ preview }) => preview ?? []))
  const { rows } = await database.query<{ caption: string; hash: string; keys: string[] }>(`
    select caption, content_hash as hash, array_agg(key) filter (where key is not null) as keys
    from tasks.preview join (
      select preview_id, unnest(array[key, poster_key, display_key, thumbnail_key, first_key, middle_key, last_key]) as key
      from tasks.preview_file
    ) as file on preview_id = preview.id
    where caption <> '' group by preview.id`)
  const stored = new Map<string, number>()
  const complete = new Map<string, number>()
  for (const { caption, hash, keys } of rows) {
    const key = previewKey(caption, hash)
    stored.set(key, (stored.get(key) ?? 0) + 1)
    const sizes = await Promise.all(keys.map((file) => store.sizeOf(file)))
    if (!sizes.includes(undefined)) complete.set(key, 1)
  }
  return [compare('previews with captions', stored, expected), compare('previews with all files', complete, expected)]
}

/** Checks that each event had its effects in other services (notifications and projections) exactly once. */
async function effects(database: pg.Pool, stories: readonly StoryResult[]): Promise<Finding[]> {
  const expected = new Map(
    stories.flatMap((story) => Object.entries(eventsOf(story)).map(([type, count]) => [`${story.companyId} ${type}`, count] as const)),
  )
  const notified = (audience: string) =>
    countsOf(
      database,
      `select company_profile_id || ' ' || type as key, count(*) from notifications.notification where ${audience} and type = any($1) group by 1`,
      [[...new Set(stories.flatMap((story) => Object.keys(eventsOf(story))))]],
    )
  const companies = `select id || ' ' || "companyName" || ' ' || version as key, count(*) from company.companies group by 1`
  const projected = (text: string) => countsOf(database, text)
  return [
    compare('notifications of owners', await notified('not audience_admins'), expected),
    compare('notifications of admins', await notified('audience_admins'), expected),
    compare(
      'companies in tasks, up to date',
      await projected(`select c.id || ' ' || c.name || ' ' || c.version as key, count(*) from tasks.company c group by 1`),
      await projected(companies),
    ),
    compare(
      'companies in documents, up to date',
      await projected(`select c.id || ' ' || c.name || ' ' || c.version as key, count(*) from documents.company c group by 1`),
      await projected(companies),
    ),
    compare(
      'companies in crm-proxy, up to date',
      await projected(`select c.id || ' ' || c.name || ' ' || c.version as key, count(*) from crm_proxy.company c group by 1`),
      await projected(companies),
    ),
    compare(
      'companies in campaigns, up to date',
      await projected(`select c.id || ' ' || c.name || ' ' || c.version as key, count(*) from campaigns.company c group by 1`),
      await projected(companies),
    ),
    compare(
      'recipients in notifications, up to date',
      await projected(`select user_id || ' ' || email || ' ' || role as key, count(*) from notifications.recipient group by 1`),
      await projected(`select id || ' ' || email || ' ' || role as key, count(*) from identity.users group by 1`),
    ),
  ]
}

/**
 * Checks that each service has handled all published events to which it subscribes, except events from before the subscription: an upgrade
 * can add a subscription. The table `inbox` makes duplicates impossible.
 */
async function events(database: pg.Pool): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const consumer of consumers) {
    const log = schemas
      .map(
        (schema) => `
          select log.id from ${schema}.event_log as log join ${consumer}.binding on binding.type = log.type
          where (log.event ->> 'time')::timestamptz >= binding.declared_at`,
      )
      .join(' union all ')
    const published = await countsOf(database, `select id as key, 1 as count from (${log}) as log`)
    const handled = await countsOf(database, `select event_id as key, count(*) from ${consumer}.inbox group by 1`)
    const missing = [...published.keys()].filter((id) => !handled.has(id)).length
    findings.push({ what: `events handled by ${consumer}`, expected: published.size, lost: missing, doubled: 0 })
  }
  return findings
}

/**
 * Checks that every email was queued once and received once. An email that is flagged as a possible duplicate may have been received more
 * than once.
 */
async function mails(database: pg.Pool, stories: readonly StoryResult[], sink: MailSink): Promise<Finding[]> {
  const due = new Map<string, number>()
  for (const story of stories)
    for (const [template, count] of Object.entries(mailsOf(story))) due.set(template, (due.get(template) ?? 0) + count)
  // The email about findings is only sent if a preview was delivered before its check had ended.
  const queued = await countsOf(database, 'select template as key, count(*) from notifications.mail where template <> all($1) group by 1', [
    ['documents-shared', 'reminder', 'task-changed', 'preview-findings', ...taskEmailTemplates],
  ])
  const sent = await countsOf(database, `select id as key, 1 as count from notifications.mail where state = 'sent'`)
  const ofCampaigns = await countsOf(database, 'select id as key, 1 as count from campaigns.delivery')
  // Emails that became obsolete are not counted as received. A decision or a withdrawn preview can make an email obsolete whose outcome is
  // unknown, so the mail relay may have accepted this email or not.
  const obsolete = await countsOf(
    database,
    `select id as key, 1 as count from notifications.mail
     where template in ('reminder', 'preview-ready', 'task-changed') and state = 'failed'`,
  )
  const received = [...sink.received].filter(([id]) => !ofCampaigns.has(id) && !obsolete.has(id))
  const flagged = await countsOf(database, 'select id as key, 1 as count from notifications.mail where may_be_duplicate')
  const came = new Map(received.map(([id, count]) => [id, flagged.has(id) ? Math.min(count, 1) : count]))
  const twice = [...flagged.keys()].filter((id) => (sink.received.get(id) ?? 0) > 1).length
  const note = `${flagged.size} flagged as possible duplicates, ${twice} of them received twice`
  return [compare('queued mails, by template', queued, due), { ...compare('received mails', came, sent), note }]
}

const schemas = serviceNames.map(schemaOf)
const consumers = serviceNames.filter((name) => services[name].subscribedTypes).map(schemaOf)

/** Rows that must not exist at the end. `rows` is a table name, with a condition if the table may contain other rows. */
const leftOver: readonly { what: string; in: readonly string[]; rows: string }[] = [
  { what: 'unpublished events', in: schemas, rows: 'outbox' },
  { what: 'unroutable events', in: schemas, rows: 'event_log where is_unroutable' },
  { what: 'dead letters', in: schemas, rows: 'dead_letter' },
  { what: 'documents not yet in a digest mail', in: ['notifications'], rows: 'digest_document' },
  { what: 'tasks not yet in a digest mail', in: ['notifications'], rows: 'task_digest_entry' },
  { what: 'unfinished work', in: ['crm_proxy', 'notifications'], rows: "work where state <> 'done'" },
  {
    what: 'unfinished dispatches',
    in: ['campaigns'],
    rows: "dispatch where state in ('gathering', 'waiting', 'sending') or (state = 'scheduled' and sends_at <= now())",
  },
]

/** Checks that no work is left over: every event is handled, and every email is sent or obsolete. */
export async function auditLeftOvers(database: pg.Pool): Promise<Finding[]> {
  const none = new Map<string, number>()
  const findings: Finding[] = []
  for (const { what, in: where, rows } of leftOver) {
    const counts = where.map((schema) => `select '${schema}' as key, count(*) from ${schema}.${rows}`).join(' union all ')
    findings.push(compare(what, await countsOf(database, counts), none))
  }
  return findings
}

export const countPending = async (database: pg.Pool): Promise<number> =>
  (await auditLeftOvers(database)).reduce((sum, { doubled }) => sum + doubled, 0)

/**
 * Whether no work is left over. Emails that wait for further changes of a task become due, so that the caller need not wait ten minutes for
 * them.
 */
export async function isAllWorkDone(database: pg.Pool): Promise<boolean> {
  await releaseEmailsAboutChanges(database)
  return (await countPending(database)) === 0
}

export async function audit(database: pg.Pool, stories: readonly StoryResult[], sink: MailSink, store: ObjectStore): Promise<Finding[]> {
  return [
    ...(await createdOnce(database, stories)),
    ...(await shared(database, stories, store)),
    ...(await delivered(database, stories, store)),
    ...(await effects(database, stories)),
    ...(await events(database)),
    ...(await mails(database, stories, sink)),
    ...(await auditCampaigns(database, stories, sink)),
    ...(await auditRecords(database, stories, sink)),
    ...(await auditChanges(database, stories)),
    await auditTaskEmails(database, stories),
    ...(await auditLeftOvers(database)),
  ]
}
