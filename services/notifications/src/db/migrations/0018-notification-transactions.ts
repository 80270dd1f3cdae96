import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the transaction that stored a notification, by which live streams find what was committed since they last read (ADR 0058).
 * A trigger writes it, not a default: the previous release and a restored backup get the id of the transaction that inserts the row here.
 * Rows from before this migration keep null, and are in no range of transactions.
 */
export const notificationTransactions: Migration = {
  async up(db) {
    await sql`alter table notification add column xact_id xid8`.execute(db)
    await sql`
      create function note_transaction() returns trigger language plpgsql set search_path from current as $$
      begin
        new.xact_id := pg_current_xact_id();
        return new;
      end $$`.execute(db)
    await sql`
      create trigger note_transaction before insert on notification for each row execute function note_transaction()`.execute(db)
  },
}
