import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the clients that requested a code for a new browser, each with the number of its wrong codes. Protects the tables that the decision
 * record needs (docs/decisions/decision-record.md).
 */
export const codesAndRecordKeys: Migration = {
  async up(db) {
    await sql`alter table review_code add column clients jsonb not null default '{}'`.execute(db)
    await protectKeys(db)
    await protectChain(db)
  },
}

/** Receipts can be verified only with the public keys in `record_key`. Triggers also apply to roles that may write all tables. */
async function protectKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger refuse_record_change before update or delete or truncate on record_key
      for each statement execute function refuse_record_change()`.execute(db)
}

/** The end of a company's record only moves to the next number, and the key of the keyed hashes stays the same. */
async function protectChain(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger refuse_record_change before delete or truncate on record_chain
      for each statement execute function refuse_record_change()`.execute(db)
  await sql`
    create trigger refuse_chain_change before update on record_chain for each row
      when (new.company_id <> old.company_id or new.subject_key <> old.subject_key or new.last_number <> old.last_number + 1)
      execute function refuse_record_change()`.execute(db)
}
