import { profile } from '@app/chassis/testing/companies.ts'
import type pg from 'pg'

export interface Sent {
  state: string
  /** Number of deliveries by state. */
  rows: Readonly<Record<string, number>>
  maybeTwice: number
}

const words = 'Dear friend, we bake again, and there is pie for all who come by. '.repeat(40).replace(/(.{72}) /g, '$1\r\n')

/** A compiled mail as the campaigns service stores it: text with placeholders for the data of each recipient. */
const mail = {
  senderDomain: 'mail.example',
  pieces: [
    'From: "Palm Bakery" <palm-bakery@mail.example>\r\nTo: ',
    { in: 'plain', of: [{ own: 'email' }] },
    '\r\nSubject: ',
    { in: 'subject', of: ['Pies for ', { column: 'First Name', fallback: 'you' }] },
    '\r\nDate: Sun, 22 Nov 2026 14:00:00 +0000\r\nMessage-ID: <',
    { in: 'plain', of: [{ own: 'id' }] },
    '@mail.example>\r\nList-Unsubscribe: <',
    { in: 'plain', of: ['https://portal.example/unsubscribe/', { own: 'token' }] },
    `>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${words}\r\n`,
    { in: 'text', of: ['https://portal.example/unsubscribe/', { own: 'token' }] },
    '\r\n',
  ],
}

/** Inserts a dispatch to a number of recipients, and returns its id. The dispatch is paused until `beginDispatch` starts it. */
export async function addDispatch(database: pg.Pool, people: number): Promise<string> {
  const [campaign, step, dispatch] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const company = profile()
  await database.query('insert into campaigns.company (id, owner_id, name, profile, version) values ($1, $2, $3, $4, 1)', [
    company._id,
    crypto.randomUUID(),
    company.companyName,
    JSON.stringify(company),
  ])
  await database.query(
    "insert into campaigns.campaign (id, company_id, name, audience, category) values ($1, $2, 'Pies', 'All', 'Special Event')",
    [campaign, company._id],
  )
  await database.query(
    "insert into campaigns.step (id, campaign_id, position, type, subject, body) values ($1, $2, 0, 'Initial', 'Pies', 'Pies')",
    [step, campaign],
  )
  await database.query(
    `insert into campaigns.dispatch (id, campaign_id, step_id, company_id, date, sends_at, state, mail, audience)
    values ($1, $2, $3, $4, current_date, now(), 'paused', $5, $6)`,
    [dispatch, campaign, step, company._id, JSON.stringify(mail), people],
  )
  await database.query(
    `insert into campaigns.delivery (id, dispatch_id, position, email, name, provider, merge, token)
    select gen_random_uuid(), $1::uuid, n, 'p' || n || '@people.example', '', 'others', json_build_object('First Name', 'Person ' || n),
      md5(n || $1::uuid::text) from generate_series(1, $2::int) as n`,
    [dispatch, people],
  )
  return dispatch
}

export const beginDispatch = async (database: pg.Pool, id: string): Promise<void> =>
  void (await database.query("update campaigns.dispatch set state = 'sending', started_at = now() where id = $1", [id]))

export async function lookAtDispatch(database: pg.Pool, id: string): Promise<Sent> {
  const { rows } = await database.query<{ state: string; count: number; twice: number }>(
    `select state, count(*)::int as count, count(*) filter (where may_be_duplicate)::int as twice
    from campaigns.delivery where dispatch_id = $1 group by state`,
    [id],
  )
  const { rows: dispatches } = await database.query<{ state: string }>('select state from campaigns.dispatch where id = $1', [id])
  return {
    state: dispatches[0]?.state ?? '',
    rows: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    maybeTwice: rows.reduce((sum, { twice }) => sum + twice, 0),
  }
}
