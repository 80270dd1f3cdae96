import type { Colleague } from '@app/contracts/http/colleagues.ts'
import {
  COLLEAGUES_MAX,
  type ColleagueRight,
  type ColleagueState,
  INVITATION_DAYS,
  LEFT_MAX,
  RETURN_DAYS,
} from '@app/contracts/rules/colleagues.ts'
import { type QueryExecutorProvider, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface ColleagueRow {
  id: string
  companyId: string
  email: string
  name: string
  may: ColleagueRight
  state: ColleagueState
  invitedAt: string
  changedAt: string | null
  isExpired: boolean
  hasBounced: boolean
  /** Whether the colleague left, and has not come back since. */
  hasLeft: boolean
  /** Whether the colleague left and waits for the owner's answer. */
  asksToReturn: boolean
  /** Whether the colleague left and can ask the owner to come back. */
  mayAsk: boolean
  version: number
}

const COLUMNS = sql`
  colleague.id, colleague.company_id as "companyId", colleague.email, colleague.name, may, state, invited_at as "invitedAt",
  changed_at as "changedAt", bounced_at is not null as "hasBounced", colleague.version,
  left_at is not null or state = 'left' as "hasLeft", state = 'left' and asked_at is not null as "asksToReturn",
  state = 'left' and asked_at is null and not return_closed
    and coalesce(left_at, changed_at) > now() - make_interval(days => ${sql.lit(RETURN_DAYS)}) as "mayAsk",
  state = 'invited' and invited_at < now() - make_interval(days => ${sql.lit(INVITATION_DAYS)}) as "isExpired"`

/**
 * Returns the invited and active colleagues of a company, and then those who left and were not removed. Each group is ordered by the id,
 * and so by the time of the first invitation.
 */
export async function findColleagues(db: QueryExecutorProvider, companyId: string): Promise<ColleagueRow[]> {
  const { rows } = await sql<ColleagueRow>`
    select ${COLUMNS} from colleague
    where company_id = ${companyId} and state in ('invited', 'active', 'left')
    order by state = 'left', id limit ${COLLEAGUES_MAX + LEFT_MAX}`.execute(db)
  return rows
}

/** Returns the active colleagues of a company whose address has not bounced. */
export async function findRecipients(db: QueryExecutorProvider, companyId: string): Promise<Pick<ColleagueRow, 'id' | 'email'>[]> {
  const { rows } = await sql<Pick<ColleagueRow, 'id' | 'email'>>`
    select id, email from colleague where company_id = ${companyId} and state = 'active' and bounced_at is null
    order by id limit ${COLLEAGUES_MAX}`.execute(db)
  return rows
}

async function findOne(db: QueryExecutorProvider, condition: RawBuilder<unknown>): Promise<ColleagueRow | undefined> {
  const { rows } = await sql<ColleagueRow>`select ${COLUMNS} from colleague where ${condition}`.execute(db)
  return rows[0]
}

export const findColleague = (db: QueryExecutorProvider, id: string): Promise<ColleagueRow | undefined> =>
  findOne(db, sql`colleague.id = ${id}`)

/** Returns the colleague of a company with an email address, in any state. The case of the address is ignored. */
export const findByAddress = (db: QueryExecutorProvider, companyId: string, email: string): Promise<ColleagueRow | undefined> =>
  findOne(db, sql`company_id = ${companyId} and lower(email) = lower(${email})`)

export interface InvitationCounts {
  /** Number of invited and active colleagues. */
  current: number
  /** Number of colleagues who left and were not removed. */
  left: number
  /** Number of invitations that the company sent in the last 24 hours. */
  ofDay: number
  /** Seconds until the oldest of these invitations is older than 24 hours. Null without invitations. */
  waitSeconds: number | null
}

/** Counts the colleagues of a company. Each address has one row, and gets at most one invitation a day, so the rows count invitations. */
export async function countInvitations(db: QueryExecutorProvider, companyId: string): Promise<InvitationCounts> {
  const { rows } = await sql<InvitationCounts>`
    select count(*) filter (where state in ('invited', 'active'))::integer as current,
      count(*) filter (where state = 'left')::integer as left,
      count(*) filter (where invited_at > now() - interval '1 day')::integer as "ofDay",
      extract(epoch from min(invited_at) filter (where invited_at > now() - interval '1 day') + interval '1 day' - now())::integer
        as "waitSeconds"
    from colleague where company_id = ${companyId}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A query without groups returned no row')
  return counts
}

interface Invited {
  id: string
  companyId: string
  email: string
  name: string
  may: ColleagueRight
}

/** Adds an invited colleague, or invites a removed colleague again. The company must not have another row with this address. */
export async function saveInvited(trx: Transaction<Tables>, { id, companyId, email, name, may }: Invited): Promise<ColleagueRow> {
  const { rows } = await sql<ColleagueRow>`
    insert into colleague (id, company_id, email, name, may, state) values (${id}, ${companyId}, ${email}, ${name}, ${may}, 'invited')
    on conflict (id) do update set email = excluded.email, name = excluded.name, may = excluded.may, state = 'invited',
      invited_at = now(), changed_at = null, bounced_at = null, left_at = null, asked_at = null, return_closed = false,
      version = colleague.version + 1
    returning ${COLUMNS}`.execute(trx)
  return onlyRow(rows)
}

/** Sets columns of a colleague, and increases the version. */
async function update(trx: Transaction<Tables>, id: string, changes: RawBuilder<unknown>): Promise<ColleagueRow> {
  const { rows } = await sql<ColleagueRow>`
    update colleague set ${changes}, version = version + 1 where id = ${id} returning ${COLUMNS}`.execute(trx)
  return onlyRow(rows)
}

/**
 * Changes the state of a colleague. An acceptance clears an earlier bounce, because the colleague has got the invitation. The time at which
 * the colleague left stays stored after a removal, so that the company cannot invite this person again. Without `canReturn`, a colleague who
 * leaves cannot ask to come back.
 */
export const setState = (trx: Transaction<Tables>, id: string, state: ColleagueState, canReturn = true): Promise<ColleagueRow> =>
  update(
    trx,
    id,
    sql`state = ${state}, changed_at = now(),
      bounced_at = case when ${state} = 'active' then null else bounced_at end,
      left_at = case ${state} when 'left' then now() when 'active' then null
        else coalesce(left_at, case when state = 'left' then changed_at end) end,
      asked_at = null, return_closed = ${!canReturn}`,
  )

/** Stores that a colleague who left asks to come back. */
export const setAsked = (trx: Transaction<Tables>, id: string): Promise<ColleagueRow> => update(trx, id, sql`asked_at = now()`)

/** Stores that the owner refused the request to come back. */
export const setReturnRefused = (trx: Transaction<Tables>, id: string): Promise<ColleagueRow> =>
  update(trx, id, sql`asked_at = null, return_closed = true`)

export const setRight = (trx: Transaction<Tables>, id: string, may: ColleagueRight): Promise<ColleagueRow> =>
  update(trx, id, sql`may = ${may}`)

export const setBounced = (trx: Transaction<Tables>, id: string): Promise<ColleagueRow> => update(trx, id, sql`bounced_at = now()`)

function onlyRow([row]: readonly ColleagueRow[]): ColleagueRow {
  if (!row) throw new Error('The colleague does not exist')
  return row
}

export const toColleague = (row: ColleagueRow): Colleague => {
  const { id, companyId: _company, hasLeft: _hasLeft, mayAsk: _mayAsk, version: _version, ...shown } = row
  return { _id: id, ...shown }
}
