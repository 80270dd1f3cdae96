import { connect } from '@app/chassis/db/connect.ts'
import { migrateService, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../_chassis/test/db/own-postgres.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { findList } from '../src/tasks/list.repository.ts'
import { serializePage } from '../src/tasks/serialize-page.ts'
import type { TaskRow } from '../src/tasks/task-row.ts'

const ROLE_PASSWORD = 'only-for-tests'
const company = crypto.randomUUID()
const servers: OwnPostgres[] = []
afterAll(async () => {
  for (const server of servers) await server.remove()
})

async function onPostgres<T>(copyOf: OwnPostgres | undefined, work: (db: Kysely<Tables>, adminUrl: string) => Promise<T>) {
  const server = await startOwnPostgres({ copyOf })
  servers.push(server)
  const url = serviceDatabaseUrl(server.url, 'tasks', ROLE_PASSWORD)
  const db = connect<Tables>({ url, schema: 'tasks', max: 1, onIdleError: () => {} })
  const result = await work(db, server.url)
  await db.destroy()
  await server.stop()
  return { server, result }
}

async function listOf(db: Kysely<Tables>) {
  const titles = { formatHash: 'titles', serialize: ({ title }: TaskRow) => JSON.stringify(title) }
  const page = { companyId: company, before: Number.MAX_SAFE_INTEGER, limit: 10 }
  const list = await findList(db, page, titles.formatHash, { ownerId: null, knownTag: null })
  if (!list) throw new Error('There is no such company')
  return { tag: list.tag, json: await serializePage({ db, log: recordingLogger().log }, titles, list) }
}

const renameTo = async (db: Kysely<Tables>, title: string) => {
  await sql`update task set title = ${title}`.execute(db)
  return listOf(db)
}

test('after a point-in-time recovery, a different change has a different list tag', { tags: 'nightly', timeout: 60_000 }, async () => {
  const { server: backup } = await onPostgres(undefined, async (db, adminUrl) => {
    await migrateService({ adminUrl, service: 'tasks', migrations, rolePassword: ROLE_PASSWORD })
    await sql`insert into company values (${company}, ${crypto.randomUUID()}, 'Bakery', '{}', 1)`.execute(db)
    await sql`
      insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
      values (gen_random_uuid(), ${company}, 'Bread', '', '', '', '', '', '', '', '', false, false, false, false, false, false, false,
        'owner')`.execute(db)
    await listOf(db)
  })
  // Each change runs on its own server, which starts with a copy of the backup's files. So both changes get the same transaction id.
  const { result: first } = await onPostgres(backup, (db) => renameTo(db, 'Rolls'))
  const { result: second } = await onPostgres(backup, (db) => renameTo(db, 'Cakes'))
  expect([first.json, second.json]).toEqual([['"Rolls"'], ['"Cakes"']])
  expect(second.tag).not.toBe(first.tag)
})
