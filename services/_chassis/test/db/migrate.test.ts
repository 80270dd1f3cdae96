import { connect } from '@app/chassis/db/connect.ts'
import { messageTables } from '@app/chassis/db/message-tables.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'

it('databases of one server are migrated at once, though they share the role', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase('racing', { '0000-messages': messageTables })))
  for (const database of made) await database.drop()
  expect(new Set(made.map((database) => database.url)).size).toBe(6)
})

it('a migration may take as long as an index on a large table takes; a request may not', async () => {
  const limit = sql<string>`current_setting('statement_timeout')`
  const slow: Migration = {
    async up(db) {
      await sql`create table seen as select ${limit} as migrating`.execute(db)
    },
  }
  const { url, drop } = await createTestDatabase('slow', { '0001-slow': slow })
  const db = connect<unknown>({ url, schema: 'slow', max: 1, onIdleError: () => {} })
  const { rows } = await sql`select migrating, ${limit} as serving from seen`.execute(db)
  await db.destroy()
  await drop()
  expect(rows).toEqual([{ migrating: '30min', serving: '15s' }])
})
