import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const deliveries: Migration = {
  async up(db) {
    // The ledger: one row for each person of a dispatch. Claims and settlements rewrite rows, most of them in their page.
    await sql`
      create table delivery (
        id uuid primary key,
        dispatch_id uuid not null references dispatch,
        position integer not null,
        email text not null,
        name text not null,
        provider text not null,
        merge jsonb,
        token text not null unique,
        state text not null default 'queued'
          check (state in ('queued', 'sending', 'accepted', 'failed', 'suppressed', 'unknown')),
        due_at timestamptz not null default now(),
        claim integer not null default 0,
        claimed_in uuid,
        attempts smallint not null default 0,
        tried_since timestamptz,
        maybe_twice boolean not null default false,
        code text,
        settled_at timestamptz,
        bounced_at timestamptz,
        complained_at timestamptz,
        unsubscribed_at timestamptz,
        unique (dispatch_id, email),
        unique (dispatch_id, position)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`.execute(db)
    // For the queue of each mailbox provider in a dispatch, so that a slow provider does not block others.
    await sql`
      create index delivery_lane on delivery (dispatch_id, provider, due_at) where state in ('queued', 'unknown')`.execute(db)
    await sql`create index delivery_claimed on delivery (dispatch_id, due_at) where state = 'sending'`.execute(db)
    await sql`create index dispatch_sending on dispatch (id) where state = 'sending'`.execute(db)
    await sql`create index delivery_failed on delivery (dispatch_id, settled_at desc) where state = 'failed'`.execute(db)

    // Until when a rate is used up: the relay's, a company's, and that of a provider that wants less than others.
    await sql`
      create table rate (
        name text primary key,
        per_second double precision,
        changed_at timestamptz not null default now(),
        used_until timestamptz not null default now()
      )`.execute(db)
    await sql`insert into rate (name) values ('relay')`.execute(db)

    // What tells of a company's reputation.
    await sql`create index delivery_nobody_there on delivery (dispatch_id) where code like 'address-%'`.execute(db)
    await sql`create index delivery_complained on delivery (dispatch_id) where complained_at is not null`.execute(db)
    // What came back over time; rows of it are few.
    await sql`
      create index delivery_came_back on delivery (dispatch_id)
        where bounced_at is not null or unsubscribed_at is not null or complained_at is not null`.execute(db)

    await sql`
      create table suppression (
        id uuid primary key,
        company_id uuid not null references company,
        email text not null,
        reason text not null check (reason in ('unsubscribed', 'complained', 'bounced', 'refused')),
        created_at timestamptz not null default now(),
        unique (company_id, email)
      )`.execute(db)
    await sql`create index suppression_newest on suppression (company_id, id desc)`.execute(db)
  },
}
