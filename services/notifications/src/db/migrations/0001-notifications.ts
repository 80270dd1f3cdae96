import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recipient (
      user_id uuid primary key,
      email text not null,
      username text not null,
      role text not null check (role in ('owner', 'admin')),
      version integer not null
    )`.execute(db)
  await sql`create index recipient_admins on recipient (user_id) where role = 'admin'`.execute(db)

  await sql`
    create table mail (
      id uuid primary key,
      event_id text not null,
      template text not null,
      recipient text not null,
      reply_to text,
      subject text not null,
      text text,
      html text,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      expires_at timestamptz,
      last_error text,
      sent_at timestamptz,
      created_at timestamptz not null default now(),
      unique (event_id, template, recipient)
    )`.execute(db)
  await sql`create index mail_due on mail (next_attempt_at) where state = 'queued'`.execute(db)
  await sql`create index mail_age on mail (created_at)`.execute(db)

  await sql`
    create table contact (
      id uuid primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      mobile text not null,
      message text not null,
      client text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index contact_client on contact (client, created_at)`.execute(db)

  await sql`
    create table notification (
      id bigint generated always as identity primary key,
      audience_user uuid,
      audience_admins boolean not null,
      type text not null,
      message text not null,
      company_profile_id uuid,
      task_id integer,
      created_at timestamptz not null default now(),
      check ((audience_user is not null) <> audience_admins)
    )`.execute(db)
  await sql`create index notification_of_user on notification (audience_user, id)`.execute(db)
  await sql`create index notification_of_admins on notification (id) where audience_admins`.execute(db)
  await sql`create index notification_age on notification (created_at)`.execute(db)
}
