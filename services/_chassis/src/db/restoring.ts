import { type RawBuilder, sql } from 'kysely'

/** A setting that is `on` in the session of a restore, which brings sums back along with the rows that they are of. */
export const RESTORING = 'portal.restoring'

/** The condition of a trigger that keeps such a sum: to be left out while a restore fills the tables. */
export const unlessRestoring: RawBuilder<unknown> = sql`current_setting(${sql.lit(RESTORING)}, true) is distinct from 'on'`
