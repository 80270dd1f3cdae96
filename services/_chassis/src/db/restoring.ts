import { type RawBuilder, sql } from 'kysely'

/** Postgres setting that is `on` in the session of a restore. A restore inserts stored totals together with the rows that they count. */
export const RESTORING = 'portal.restoring'

/** Condition for triggers that update a stored total: they must not run during a restore. */
export const unlessRestoring: RawBuilder<unknown> = sql`current_setting(${sql.lit(RESTORING)}, true) is distinct from 'on'`
