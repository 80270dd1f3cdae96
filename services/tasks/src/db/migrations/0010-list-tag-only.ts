import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'
import { changes, keepTally } from './0005-tally.ts'

/**
 * Drops the version of a company's tasks, which no statement reads any more, and lets the triggers that count tasks renew the list's tag.
 * Each statement is a transaction of its own, so that none holds the lock of one table while it waits for another.
 */
export const listTagOnly: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    for (const change of changes) await keepTally(change, sql`list_tag = gen_random_uuid()`).execute(db)
    await sql`drop trigger if exists renew_list_tag on company_tally`.execute(db)
    await sql`drop function if exists renew_list_tag()`.execute(db)
    await sql`alter table company_tally drop column if exists version`.execute(db)
    await sql`alter table company_tally alter column list_tag set not null`.execute(db)
  },
}
