import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { ERASING } from '../db/restoring.ts'

/** Counts what is erased, by table, until its time is over. */
export interface Eraser<T> {
  db: Kysely<T>
  /** Deletes the rows that match a condition, in batches. */
  deleteRows(table: string, condition: RawBuilder<unknown>): Promise<void>
  /** Deletes the rows of a large table that match a condition without an index. Reads the table in pages, in the order of its ids. */
  searchRows(table: string, condition: RawBuilder<unknown>): Promise<void>
  /** Changes the rows that match a condition. A changed row must not match it any more. */
  changeRows(table: string, changes: RawBuilder<unknown>, condition: RawBuilder<unknown>): Promise<void>
  count(table: string, rows: number): void
  /** Throws `TimeOver` if the time is over. */
  checkTime(): void
}

/** The time of a request is over. The next request continues. */
export class TimeOver extends Error {
  constructor() {
    super('the time of an erasure is over')
    this.name = 'TimeOver'
  }
}

/** Rows that one statement changes. Deleting a row may delete many others, and the statements of requests have short timeouts. */
const BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Rows of a large table that one statement searches. */
const PAGE = 10_000
/** Time for one request. Longer requests would outlive the timeouts between services. */
const TIME_MS = 10_000

/** Runs a change of rows that triggers protect, such as reports that were sent. */
const whileErasing = <T, R>(db: Kysely<T>, work: (trx: Kysely<T>) => Promise<R>): Promise<R> =>
  inTransaction(db, async (trx) => {
    await sql`select set_config(${ERASING}, 'on', true)`.execute(trx)
    return work(trx)
  })

/** Creates an eraser, and the object that contains its counts. */
export function createEraser<T>(db: Kysely<T>): { eraser: Eraser<T>; tables: Record<string, number> } {
  const until = performance.now() + TIME_MS
  const tables: Record<string, number> = {}
  const count = (table: string, rows: number): void => {
    if (rows > 0) tables[table] = (tables[table] ?? 0) + rows
  }
  const checkTime = (): void => {
    if (performance.now() > until) throw new TimeOver()
  }
  const inBatches = async (table: string, statement: RawBuilder<unknown>, condition: RawBuilder<unknown>): Promise<void> => {
    for (;;) {
      checkTime()
      const { numAffectedRows = 0n } = await whileErasing(db, (trx) =>
        sql`${statement} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition} limit ${BATCH}))`.execute(trx),
      )
      count(table, Number(numAffectedRows))
      if (numAffectedRows < BATCH) return
    }
  }
  const eraser: Eraser<T> = {
    db,
    count,
    checkTime,
    deleteRows: (table, condition) => inBatches(table, sql`delete from ${sql.table(table)}`, condition),
    async searchRows(table, condition) {
      for (let after = FIRST_ID; ; ) {
        checkTime()
        const { rows } = await sql<{ last: string | null; erased: number }>`
          with page as (select id from ${sql.table(table)} where id > ${after} order by id limit ${PAGE}),
            erased as (delete from ${sql.table(table)} where id in (select id from page) and ${condition} returning id)
          select (select id from page order by id desc limit 1) as last, (select count(*) from erased) as erased`.execute(db)
        count(table, rows[0]?.erased ?? 0)
        if (!rows[0]?.last) return
        after = rows[0].last
      }
    },
    changeRows: (table, changes, condition) => inBatches(table, sql`update ${sql.table(table)} set ${changes}`, condition),
  }
  return { eraser, tables }
}
