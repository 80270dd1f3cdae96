import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { columns, isVisibleTo, type NotificationRow, type Reader } from './notification.repository.ts'
import { formatSnapshot, type Position, parseSnapshot } from './position.ts'

const selected = sql.join(columns.map((column) => sql.ref(column)))

interface Missed {
  from: Position
  /** The snapshot that has to see the rows. It also excludes rows that a dump brought with the transaction ids of another server. */
  seenBy: RawBuilder<unknown>
  whose: RawBuilder<boolean>
  limit: number
}

/** Selects rows of transactions that a position does not see and a snapshot does. Each half is one index scan. */
const selectMissed = ({ from: { xmax, running }, seenBy, whose, limit }: Missed) => sql`
  (select ${selected} from notification
    where ${whose} and xact_id = any(${running}::text[]::xid8[]) and pg_visible_in_snapshot(xact_id, ${seenBy}) limit ${limit})
  union all
  (select ${selected} from notification
    where ${whose} and xact_id >= ${xmax}::text::xid8 and pg_visible_in_snapshot(xact_id, ${seenBy}) order by xact_id limit ${limit})`

const oldestFirst = (rows: NotificationRow[]): NotificationRow[] => rows.sort((one, other) => one.id - other.id)

interface PositionRow {
  snapshot: string
  server: number
  at: number
}

const present = sql`
  select pg_current_snapshot() as snapshot, floor(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint as server,
    floor(extract(epoch from now()))::bigint as at`

function positionOf([row]: readonly PositionRow[]): Position {
  if (!row) throw new Error('The database returned no snapshot')
  return { ...parseSnapshot(row.snapshot), server: row.server, at: row.at }
}

export async function readPosition(db: Kysely<Tables>): Promise<Position> {
  const { rows } = await sql<PositionRow>`select snapshot::text, server, at from (${present}) as present`.execute(db)
  return positionOf(rows)
}

interface News {
  position: Position
  rows: NotificationRow[]
}

/** Reads the present position, and up to `limit` rows of all audiences that were stored since an earlier one, oldest first. */
export async function readSince(db: Kysely<Tables>, from: Position, limit: number): Promise<News> {
  const missed = selectMissed({ from, seenBy: sql`present.snapshot`, whose: sql`true`, limit })
  const { rows } = await sql<PositionRow & NotificationRow>`
    select present.snapshot::text, present.server, present.at, missed.*
    from (${present}) as present left join lateral (${missed}) as missed on true`.execute(db)
  // The join gives one row without a notification when there are none.
  return { position: positionOf(rows), rows: oldestFirst(rows.filter(({ id }) => id !== null)) }
}

/** Reads up to `limit` rows that a reader missed between two positions, oldest first. */
export async function readMissed(
  db: Kysely<Tables>,
  reader: Reader,
  { from, to, limit }: { from: Position; to: Position; limit: number },
): Promise<NotificationRow[]> {
  const seenBy = sql`${formatSnapshot(to)}::pg_snapshot`
  const { rows } = await sql<NotificationRow>`${selectMissed({ from, seenBy, whose: isVisibleTo(reader), limit })}`.execute(db)
  return oldestFirst(rows)
}
