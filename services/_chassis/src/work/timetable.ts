import { type Kysely, sql, type Transaction } from 'kysely'
import { instantOf, lastDateOf } from './wall-clock.ts'

/** What is to be done each day when clocks on a wall show a time. */
export interface Appointment<T> {
  /** Unique in the service; with the date it is what makes it happen once. */
  name: string
  /** `HH:MM`. */
  time: string
  /** IANA name. */
  timeZone: string
  /** When the service was down at that time: how much later it may still happen. */
  lateMs: number
  /** Works in the transaction that also notes that it was done; usually queues the work proper. */
  run(trx: Transaction<T>, date: string): Promise<void>
}

/** Keeps an appointment if it is due and nobody has: to be called `every` few seconds. Answers whether this call did. */
export async function keepAppointment<T>(db: Kysely<T>, { name, time, timeZone, lateMs, run }: Appointment<T>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ now: string }>`select now() as now`.execute(trx)
    const now = new Date(rows[0]?.now ?? Number.NaN)
    const date = lastDateOf(time, timeZone, now)
    if (now.getTime() - instantOf(date, time, timeZone).getTime() > lateMs) return false
    const { numAffectedRows } = await sql`
      insert into timetable (name, occurrence) values (${name}, ${date}) on conflict do nothing`.execute(trx)
    if (numAffectedRows === 0n) return false
    await run(trx, date)
    return true
  })
}
