import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { storeClient } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packed, unpacked } from '../../backup/archive/archive.ts'
import { zeroTotals } from '../../backup/archive/count.ts'
import type { Part } from '../../backup/archive/parts.ts'
import { writeArchive } from '../../backup/archive-file.ts'
import { contentsOf } from '../../backup/contents.ts'
import { withConnection } from '../../backup/database/connect.ts'
import { CopyOut } from '../../backup/database/copy.ts'
import { fillTable } from '../../backup/database/load.ts'
import { snapshotOf } from '../../backup/database/snapshot.ts'
import { type Files, filesOf, type StoreConfig } from '../../backup/files.ts'
import { restoreFiles, restoreInto } from '../../backup/restore-into.ts'
import { verify } from '../../backup/verify.ts'
import { startObjectStore } from '../../local/parts/object-store/start.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { migrateAll, schemas } from '../../migrate.ts'
import { smallDisk } from '../local/small-disk.ts'

const QUIET = { info() {}, warn() {} }
const SECRET = 'only for tests'

let folder: string
let postgres: Awaited<ReturnType<typeof startPostgres>>
let store: Awaited<ReturnType<typeof startObjectStore>>
let config: StoreConfig
let files: Files
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palmetto-restore-'))
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const keys = { accessKey: 'restore', secretKey: 'restore-secret' }
  postgres = await startPostgres({ dataDir: folder, log: QUIET, durable: false })
  store = await startObjectStore({ dataDir: folder, ...keys, log: QUIET })
  config = {
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY: keys.accessKey,
    S3_SECRET_KEY: keys.secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'files',
  }
  await prepareBucket(config)
  files = filesOf(config)
})
afterAll(async () => {
  await postgres?.stop()
  await store?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function newDatabase(): Promise<string> {
  const name = `db_${randomBytes(6).toString('hex')}`
  await withConnection(postgres.url, (client) => client.query(`create database ${name}`))
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

async function backupOf(url: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await withConnection(url, async (client) => {
    for await (const chunk of packed(contentsOf(client, files))) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

const partsOf = (archive: Buffer) => unpacked(Readable.from([archive]))

async function rowsIn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  return withConnection(url, async (client) => (await client.query(statement)).rows)
}

it('values of all types are restored unchanged, and generated columns are computed again', async () => {
  const odd = `
    create schema odd;
    create table odd.kysely_migration (name text);
    create table odd."a ""table" (
      id bigint generated always as identity primary key,
      parent bigint references odd."a ""table",
      words text, bytes bytea, kept json, searched jsonb, at timestamptz, day date, span interval, share double precision,
      amount numeric, many text[], "Mixed" boolean, length integer generated always as (length(words)) stored)`
  const [from, to] = await Promise.all([newDatabase(), newDatabase()])
  await Promise.all([from, to].map((url) => rowsIn(url, odd)))
  const words = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\0', ''))
  const row = fc.record({
    words: fc.option(fc.oneof(words, fc.constantFrom('', '\\N', '\\.', 'a\tb\nc\\', '\r\n'))),
    bytes: fc.option(fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each))),
    share: fc.option(fc.double()),
    many: fc.option(fc.array(fc.option(words))),
  })
  await withConnection(from, async (client) => {
    for (const { words, bytes, share, many } of fc.sample(row, 100)) {
      await client.query(
        `insert into odd."a ""table" (parent, words, bytes, kept, searched, at, day, span, share, amount, many, "Mixed")
         values ((select max(id) from odd."a ""table"), $1, $2, '{"a":  "\\u0000"}', '{"b": 1}', '2026-11-22 01:02:03.456789+05', '0044-03-15 BC',
           '1 mon -2 days 3.000004 s', $3, 123456789012345678901234567890.000000001, $4, $5)`,
        [words, bytes, share === null ? null : String(share), many, words === null],
      )
    }
    const totals = zeroTotals()
    await withConnection(to, async (other) => {
      for await (const { head, body } of snapshotOf(client, [{ service: 'odd' }], totals))
        if (head.kind === 'table' && body) expect(await fillTable(other, head, body)).toBe(100)
    })
    expect(totals.rows).toBe(100)
  })
  const all = `select t::text from odd."a ""table" t order by id`
  expect(await rowsIn(to, all)).toEqual(await rowsIn(from, all))
})

it('a backup of an older release is restored and migrated; one of a newer release or an unreleased version is rejected', async () => {
  const [before, after] = await Promise.all([newDatabase(), newDatabase()])
  const markOperators: Migration = {
    async up(db) {
      await sql`update users set is_operator = true where role = 'admin'`.execute(db)
    },
  }
  const next = { ...schemas, identity: { ...schemas.identity, '0002-mark-operators': markOperators } }
  await migrateAll(before, SECRET)
  await rowsIn(
    before,
    `insert into identity.users (id, email, email_key, username, password_hash, configured_hash, role, created_at)
     values (gen_random_uuid(), 'Ada@example.com', 'ada@example.com', 'Ada', 'hash', 'hash', 'admin', '2026-11-22 08:00:00.123456Z')`,
  )
  const archive = await backupOf(before)

  const target = { databaseUrl: after, roleSecret: SECRET, files }
  async function* withTasksAt(...names: string[]): AsyncGenerator<Part> {
    for await (const part of partsOf(archive)) {
      const { head } = part
      yield head.kind === 'cut' ? { head: { ...head, migrations: { ...head.migrations, tasks: names } } } : part
    }
  }
  await expect(restoreInto(target, withTasksAt('0001-baseline', '9999-later'))).rejects.toThrow(
    'A newer release made this backup. This release does not have the migrations tasks 9999-later',
  )
  await expect(restoreInto(target, withTasksAt('0001-tasks', '0002-sweep'))).rejects.toThrow(
    'An unreleased version made this backup: its schema "tasks" cannot be upgraded',
  )
  expect(await rowsIn(after, `select to_regnamespace('identity') as found`)).toEqual([{ found: null }])

  // A restore requires an empty database. A database after `npm run migrate` also counts as empty.
  const urls = await migrateAll(after, SECRET)
  await restoreInto(target, partsOf(archive), next)
  expect(await rowsIn(after, `select username, is_operator, created_at::text from identity.users`)).toEqual([
    { username: 'Ada', is_operator: true, created_at: '2026-11-22 08:00:00.123456+00' },
  ])
  expect(await rowsIn(urls.identity ?? '', 'select username from identity.users')).toHaveLength(1)
  await expect(rowsIn(urls.tasks ?? '', 'select username from identity.users')).rejects.toThrow('permission denied')
})

it('counts of triggers are restored and continue from there; the cached JSON of tasks is not restored', async () => {
  const [before, after] = await Promise.all([newDatabase(), newDatabase()])
  const counts = 'select pending, posted, open_tasks, list_tag from tasks.task_counts'
  const post = `update tasks.task set status = 'Posted' where id = (select id from tasks.task where status = 'Pending' limit 1)`
  await migrateAll(before, SECRET)
  await rowsIn(
    before,
    `insert into tasks.company (id, owner_id, name, profile, version) values (gen_random_uuid(), gen_random_uuid(), 'Harbor', '{}', 1);
     insert into tasks.task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
       description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
     select gen_random_uuid(), id, '', '', '', '', '', '', '', '', '', false, false, false, false, false, false, false, 'owner'
     from tasks.company, generate_series(1, 3)`,
  )
  await rowsIn(before, post)
  await rowsIn(before, `insert into tasks.task_serialized (id, row_version, shape, json) select id, xmin, '', '{}' from tasks.task`)
  const there = await rowsIn(before, counts)
  expect(there).toEqual([{ pending: 2, posted: 1, open_tasks: 2, list_tag: expect.any(String) }])

  await restoreInto({ databaseUrl: after, roleSecret: SECRET, files }, partsOf(await backupOf(before)))
  expect(await rowsIn(after, counts)).toEqual(there)
  expect(await rowsIn(after, 'select from tasks.task_serialized')).toEqual([])
  await rowsIn(after, post)
  expect(await rowsIn(after, counts)).toEqual([{ pending: 1, posted: 2, open_tasks: 1, list_tag: expect.any(String) }])
})

it('previews, also withdrawn ones, are restored with their files, although triggers reject changes of their content', async () => {
  const [before, after] = await Promise.all([newDatabase(), newDatabase()])
  await migrateAll(before, SECRET)
  await rowsIn(
    before,
    `insert into tasks.company (id, owner_id, name, profile, version) values (gen_random_uuid(), gen_random_uuid(), 'Harbor', '{}', 1);
     insert into tasks.task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
       description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
     select gen_random_uuid(), id, '', '', '', '', '', '', '', '', '', false, false, false, false, false, false, false, 'owner'
     from tasks.company;
     insert into tasks.preview (id, task_id, state, number, created_by)
     select gen_random_uuid(), id, 'delivered', 1, gen_random_uuid() from tasks.task;
     insert into tasks.preview_file (preview_id, position, key, kind, media_type, bytes, sha256, poster_key, display_key, thumbnail_key)
     select id, 1, 'public/a', 'video', 'video/mp4', 1, repeat('a', 64), 'public/b', 'public/c', 'public/d' from tasks.preview;
     update tasks.preview set content_hash = repeat('b', 64);
     insert into tasks.preview (id, task_id, state, number, created_by, withdrawn_by, withdrawn_at, withdrawn_reason)
     select gen_random_uuid(), id, 'withdrawn', 2, gen_random_uuid(), gen_random_uuid(), now(), 'By mistake' from tasks.task;
     update tasks.task set preview_number = 1, brief_version = 2, preview_brief_version = 1;
     insert into tasks.brief_version (task_id, number, changed_by_role, changed, brief, has_reference_image)
     select id, number, 'owner', changed, '{"title": "Bread"}', false
     from tasks.task, (values (1, '{}'::text[]), (2, '{title}')) as state (number, changed);
     insert into tasks.undone_launch (id, task_id, launch_comment, reason, undone_by)
     select gen_random_uuid(), id, 'Live', 'Wrong picture', gen_random_uuid() from tasks.task;
     insert into tasks.removed_task (id, task_id, company_id, title, reason, removed_by)
     select gen_random_uuid(), 1002, id, 'Rolls', 'Entered twice', gen_random_uuid() from tasks.company;
     insert into tasks.company_setting select id, true from tasks.company`,
  )
  const archive = await backupOf(before)
  // The store has none of the four files.
  expect(await verify(Readable.from([archive]))).toMatchObject({ files: 0, missing: 4 })
  await restoreInto({ databaseUrl: after, roleSecret: SECRET, files }, partsOf(archive))
  for (const table of ['task', 'brief_version', 'preview', 'preview_file', 'undone_launch', 'removed_task', 'company_setting']) {
    const all = `select t::text from tasks.${table} t order by t::text`
    const stored = await rowsIn(before, all)
    expect(stored, table).not.toEqual([])
    expect(await rowsIn(after, all), table).toEqual(stored)
  }
  await expect(rowsIn(after, 'delete from tasks.preview_file')).rejects.toThrow('The files of a preview cannot be changed')
})

it('a file that was missing before the backup is reported; files that the store loses later can be restored alone', async () => {
  const url = await newDatabase()
  await migrateAll(url, SECRET)
  await rowsIn(
    url,
    `insert into documents.company (id, owner_id, name, profile, version) values (gen_random_uuid(), gen_random_uuid(), 'Harbor', '{}', 1);
     insert into documents.document (id, company_id, title, description, document_type, is_training, file, file_name, size)
     select gen_random_uuid(), company.id, title, '', 'pdf', false, 'private/documents/' || title, 'a.pdf', 1
     from documents.company, unnest('{here,lost}'::text[]) as title`,
  )
  const client = storeClient(config)
  // The store receives this file in more than one part.
  const body = randomBytes(6_000_000)
  await client.putObject('files', 'private/documents/here', body, body.length, { 'Content-Type': 'application/pdf' })
  const archive = await backupOf(url)
  expect(await verify(Readable.from([archive]))).toMatchObject({ files: 1, missing: 1 })

  await client.removeObject('files', 'private/documents/here')
  expect(await restoreFiles(files, partsOf(archive))).toBe(1)
  const { head, body: back } = await files.read('private/documents/here')
  expect(head).toMatchObject({ headers: { 'content-type': 'application/pdf' } })
  expect((await buffer(Readable.from(back ?? []))).equals(body)).toBe(true)
})

async function* filled(body: () => AsyncGenerator<Buffer>): AsyncGenerator<Part> {
  yield { head: { kind: 'file', key: 'public/a', headers: {} }, body: body() }
  yield { head: { kind: 'end', ...zeroTotals(), files: 1, bytes: 1_000_000 } }
}

it('a failure of the store during a backup leaves no file', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield randomBytes(300_000)
    throw new Error('The file store was silent for 5 s')
  }
  const into = join(folder, 'broken')
  await expect(writeArchive(join(into, 'a.backup'), packed(filled(broken)), verify)).rejects.toThrow('The file store was silent')
  expect(await readdir(into)).toEqual([])
})

const disk = await smallDisk(256)
afterAll(() => disk?.remove())

it.runIf(disk)('a full disk leaves no file', async () => {
  async function* much(): AsyncGenerator<Buffer> {
    for (let n = 0; n < 10; n++) yield randomBytes(100_000)
  }
  await expect(writeArchive(join(disk?.folder ?? '', 'a.backup'), packed(filled(much)), verify)).rejects.toThrow('ENOSPC')
  expect(await readdir(disk?.folder ?? '')).toEqual([])
})

// These sizes are near the stream's buffer limit. Depending on the size, no block, only the last block or every block exceeds the limit.
it.each([0, 1, 40, 63, 64, 65, 127, 128, 129, 200, 1000])(
  'a table of %i kB is read completely, and the connection can be used again',
  async (kilobytes) => {
    await withConnection(postgres.url, async (client) => {
      const copy = client.query(new CopyOut(`copy (select repeat('x', 1023) from generate_series(1, ${kilobytes})) to stdout`))
      let bytes = 0
      for await (const block of copy) {
        await turn()
        bytes += block.length
      }
      expect([bytes, copy.rows]).toEqual([kilobytes * 1024, kilobytes])
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
  },
)
