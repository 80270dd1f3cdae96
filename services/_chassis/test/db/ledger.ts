import { connect } from '@app/chassis/db/connect.ts'
import { createMessageTables, type MessageTables } from '@app/chassis/db/message-tables.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface Tables extends MessageTables {
  entry: { id: number; note: string }
}

const entries: Migration = {
  async up(db) {
    await sql`create table entry (id integer primary key, note text not null)`.execute(db)
  },
}
export const migrations = { '0001-messages': { up: createMessageTables }, '0002-entries': entries }

export interface Ledger {
  url: string
  adminUrl: string
  replica(max?: number): Kysely<Tables>
  notes(): Promise<string[]>
  administer(statement: string): Promise<void>
}

/** Creates a database with the schema of a service. The table `entry` is emptied before each test. */
export function useLedger(): Ledger {
  const opened: Kysely<Tables>[] = []
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let reader: Kysely<Tables>

  const replica = (max = 4) => {
    const db = connect<Tables>({ url: database.url, schema: 'ledger', max, onIdleError: () => {} })
    opened.push(db)
    return db
  }
  beforeAll(async () => {
    database = await createTestDatabase('ledger', migrations)
    reader = replica()
  })
  beforeEach(() => reader.deleteFrom('entry').execute())
  afterAll(async () => {
    for (const db of opened) await db.destroy()
    await database.drop()
  })
  return {
    get url() {
      return database.url
    },
    get adminUrl() {
      return database.adminUrl
    },
    replica,
    notes: async () => (await reader.selectFrom('entry').select('note').orderBy('id').execute()).map(({ note }) => note),
    async administer(statement) {
      const client = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=ledger' })
      await client.connect()
      await client.query(statement).finally(() => client.end())
    },
  }
}
