import { Readable } from 'node:stream'
import { connect } from '@app/chassis/db/connect.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { type CompanyErasure, eraseCompanyHere } from '@app/chassis/erasure/erase-company.ts'
import { BACKUP_LOCK } from '@app/chassis/storage/backup-lock.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { tableDigests, tablesWith } from '@app/chassis/testing/erasure.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

async function createThings(db: Kysely<unknown>): Promise<void> {
  await createMessageTables(db)
  await sql`create table thing (id uuid primary key, company_id uuid not null, file text not null)`.execute(db)
  await sql`create table part (thing_id uuid not null references thing)`.execute(db)
}

let database: TestDatabase
let db: Kysely<unknown>
let store: Awaited<ReturnType<typeof createTestStore>>
beforeAll(async () => {
  ;[database, store] = await Promise.all([createTestDatabase('tasks', { '0001-things': { up: createThings } }), createTestStore()])
  db = connect<unknown>({ url: database.url, schema: 'tasks', max: 3, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Adds a company with two things, their parts and files. */
async function addCompany() {
  const company = { companyId: crypto.randomUUID(), ownerId: crypto.randomUUID(), isLast: true }
  for (const id of [crypto.randomUUID(), crypto.randomUUID()]) {
    const file = `private/things/${id}`
    await store.put(file, Readable.from([Buffer.from(company.companyId)]), 'text/plain', new AbortController().signal)
    await sql`insert into thing (id, company_id, file) values (${id}, ${company.companyId}, ${file})`.execute(db)
    await sql`insert into part (thing_id) values (${id})`.execute(db)
  }
  return company
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys.sort()
}

/** Calls `crash` before each step that changes something, and after the last one. */
const erasureWith = (crash: () => void): CompanyErasure<unknown> => ({
  files: {
    store: {
      ...store,
      async remove(keys) {
        crash()
        await store.remove(keys)
        crash()
      },
    },
    keysOf: ({ companyId }) => sql<{ key: string }>`select file from thing where company_id = ${companyId}`,
  },
  async eraseRows({ deleteRows }, { companyId }) {
    crash()
    await deleteRows('part', sql`thing_id in (select id from thing where company_id = ${companyId})`)
    crash()
    await deleteRows('thing', sql`company_id = ${companyId}`)
    crash()
  },
})

const CRASHES = 5

it('an erasure that ends at any step is continued by the next call, without a row or file left, and no other company changes', async () => {
  await addCompany()
  const [rows, files] = [await tableDigests(db), await storedKeys()]
  for (let crashAt = 1; crashAt <= CRASHES; crashAt++) {
    const company = await addCompany()
    let steps = 0
    const erasure = erasureWith(() => {
      if (++steps === crashAt) throw new Error('killed')
    })
    await expect(eraseCompanyHere(db, erasure, company)).rejects.toThrow('killed')
    expect((await eraseCompanyHere(db, erasure, company)).isComplete).toBe(true)
    expect(await tablesWith(db, [company.companyId])).toEqual([])
    expect(await tableDigests(db)).toEqual(rows)
    expect(await storedKeys()).toEqual(files)
  }
})

it('files stay while a backup copies them', async () => {
  const files = await storedKeys()
  const company = await addCompany()
  const erasure = erasureWith(() => {})
  const admin = connect<unknown>({ url: database.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  await admin.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${BACKUP_LOCK}, 0))`.execute(trx)
    expect(await eraseCompanyHere(db, erasure, company)).toMatchObject({ isComplete: false, tables: { thing: 2 }, files: 0 })
  })
  await admin.destroy()
  expect(await eraseCompanyHere(db, erasure, company)).toEqual({ isComplete: true, tables: {}, files: 2 })
  expect(await storedKeys()).toEqual(files)
})
