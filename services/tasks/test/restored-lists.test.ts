import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '@app/chassis/db/connect.ts'
import { migrateService, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../../deploy/local/parts/postgres.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { findList } from '../src/tasks/list.repository.ts'

const ROLE_PASSWORD = 'only-for-tests'
const company = crypto.randomUUID()
const log = { info() {}, warn() {} }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `work` as the service's role on a Postgres whose data is in this folder, and stops that Postgres. */
async function onPostgres<T>(data: string, work: (db: Kysely<Tables>, adminUrl: string) => Promise<T>): Promise<T> {
  const server = await startPostgres({ dataDir: join(folder, data), log, durable: false })
  const db = connect<Tables>({
    url: serviceDatabaseUrl(server.url, 'tasks', ROLE_PASSWORD),
    schema: 'tasks',
    max: 1,
    onIdleError: () => {},
  })
  try {
    return await work(db, server.url)
  } finally {
    await db.destroy()
    await server.stop()
  }
}

const listOf = (db: Kysely<Tables>) =>
  findList(db, { companyId: company, before: Number.MAX_SAFE_INTEGER, limit: 10, publicAddress: '' }, { ownerId: null, known: null })

const renameTo = async (db: Kysely<Tables>, title: string) => {
  await sql`update task set title = ${title}`.execute(db)
  return listOf(db)
}

test('after a recovery to an earlier point in time, another change of the same version has another tag', async () => {
  await onPostgres('live', async (db, adminUrl) => {
    await migrateService({ adminUrl, service: 'tasks', migrations, rolePassword: ROLE_PASSWORD })
    await sql`insert into company values (${company}, ${crypto.randomUUID()}, 'Bakery', '{}', 1)`.execute(db)
    await sql`
      insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
      values (gen_random_uuid(), ${company}, 'Bread', '', '', '', '', '', '', '', '', false, false, false, false, false, false, false,
        'owner')`.execute(db)
  })
  // A backup of the files as of this moment: both copies hand out the same transaction ids from here on.
  await promisify(execFile)('cp', ['-a', join(folder, 'live'), join(folder, 'restored')])

  const seen = await onPostgres('live', (db) => renameTo(db, 'Rolls'))
  const after = await onPostgres('restored', (db) => renameTo(db, 'Cakes'))
  expect([seen?.json, after?.json]).toEqual([expect.stringContaining('Rolls'), expect.stringContaining('Cakes')])
  expect(after?.version).not.toBe(seen?.version)
}, 60_000)
