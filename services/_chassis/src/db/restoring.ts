import { type RawBuilder, sql } from 'kysely'

/** Postgres setting that is `on` in the session of a restore. */
export const RESTORING = 'portal.restoring'

/** Condition of triggers that update stored totals. They must not run during a restore, because the restored data contains the totals. */
export const unlessRestoring: RawBuilder<unknown> = sql`current_setting(${sql.lit(RESTORING)}, true) is distinct from 'on'`

/** Postgres setting that is `on` in a transaction that erases a company or a person. */
export const ERASING = 'portal.erasing'

/** Condition of triggers that protect rows from changes. An erasure may delete these rows. */
export const unlessErasing: RawBuilder<unknown> = sql`current_setting(${sql.lit(ERASING)}, true) is distinct from 'on'`
