import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { columns, isVisibleTo, type NotificationRow, type Reader } from './notification.repository.ts'
import { formatSnapshot, type Position, parseSnapshot } from './position.ts'

const selected = sql.join(columns.map((column) => sql.ref(column)))

interface MissedRowsQuery {
  from: Position
  /**
   * The Postgres snapshot that sees the selected rows. Rows that were imported from another database server may have transaction ids that
   * this server has not assigned yet. The snapshot does not see these rows.
   */
  seenBy: RawBuilder<unknown>
  whose: RawBuilder<boolean>
  limit: number
}

/** Selects rows of transactions that `seenBy` sees but the position `from` does not see. Each half of the union is an index scan. */
const selectMissed = ({ from: { xmax, running }, seenBy, whose, limit }: MissedRowsQuery) => sql`
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

interface NewRows {
  position: Position
  rows: NotificationRow[]
}

/** Reads the current position, and up to `limit` rows of all audiences that were committed after an earlier position, oldest first. */
export async function readSince(db: Kysely<Tables>, from: Position, limit: number): Promise<NewRows> {
  const missed = selectMissed({ from, seenBy: sql`present.snapshot`, whose: sql`true`, limit })
  const { rows } = await sql<PositionRow & NotificationRow>`
    select present.snapshot::text, present.server, present.at, missed.*
    from (${present}) as present left join lateral (${missed}) as missed on true`.execute(db)
  return { position: positionOf(rows), rows: oldestFirst(rows.filter(({ id }) => id !== null)) }
}

/** Reads up to `limit` rows of a reader that were committed between two positions, oldest first. */
export async function readMissed(
  db: Kysely<Tables>,
  reader: Reader,
  { from, to, limit }: { from: Position; to: Position; limit: number },
): Promise<NotificationRow[]> {
  const seenBy = sql`${formatSnapshot(to)}::pg_snapshot`
  const { rows } = await sql<NotificationRow>`${selectMissed({ from, seenBy, whose: isVisibleTo(reader), limit })}`.execute(db)
  return oldestFirst(rows)
}
