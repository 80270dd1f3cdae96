import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

export interface ServiceMigration extends Migration {
  /** Needed for `create index concurrently`, or to fill a large table in batches. An interrupted migration is run again. */
  outsideTransaction?: true
}

/** A service's migrations by name (`0001-…`). They run in the order of their names. */
export type Migrations = Readonly<Record<string, ServiceMigration>>

/** The first migration of every service. It creates the schema of version 1.0.0. */
const BASELINE = '0001-baseline'

/** Whether the schema was created by an unreleased version, without the baseline migration. */
export const areUnreleased = (applied: readonly string[], migrations: Migrations): boolean =>
  applied.length > 0 && Object.hasOwn(migrations, BASELINE) && !applied.includes(BASELINE)

export function assertReleased(schema: string, applied: readonly string[], migrations: Migrations): void {
  if (!areUnreleased(applied, migrations)) return
  throw new Error(
    `An unreleased version created the schema "${schema}" of this database, and its data cannot be upgraded. ` +
      'Start with an empty database. For the local run, delete its data directory (DATA_DIR).',
  )
}

/** Placeholder for a migration that a newer release has applied to the schema. Kysely fails if an applied migration is not in the list. */
const FROM_A_NEWER_RELEASE: Migration = { up: async () => {} }

async function namesOfDone(db: Kysely<unknown>, schema: string): Promise<string[]> {
  const table = `${schema}.kysely_migration`
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)
  if (!rows[0]?.found) return []
  const done = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  return done.rows.map(({ name }) => name)
}

interface Part {
  last: string
  isOutside: boolean
}

/** Groups consecutive migrations that can share a transaction, and consecutive migrations that run without one. */
function inParts(names: readonly string[], migrations: Migrations): Part[] {
  const parts: Part[] = []
  for (const name of names) {
    const isOutside = migrations[name]?.outsideTransaction === true
    const open = parts.at(-1)
    if (open && open.isOutside === isOutside) open.last = name
    else parts.push({ last: name, isOutside })
  }
  return parts
}

/** Throws if these migrations cannot upgrade the schema. Accepts a schema that does not exist. */
export async function assertUpgradable(db: Kysely<unknown>, schema: string, migrations: Migrations): Promise<void> {
  assertReleased(schema, await namesOfDone(db, schema), migrations)
}

/** Runs the pending migrations in order of names. The caller must prevent concurrent calls. */
export async function runMigrations(db: Kysely<unknown>, schema: string, migrations: Migrations): Promise<void> {
  const done = await namesOfDone(db, schema)
  const newer = done.filter((name) => !migrations[name]).map((name) => [name, FROM_A_NEWER_RELEASE])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...Object.fromEntries(newer), ...migrations }) },
    migrationTableSchema: schema,
    // A branch that is merged late can add a migration with a lower number than migrations that have already run.
    allowUnorderedMigrations: true,
  })
  const due = Object.keys(migrations)
    .filter((name) => !done.includes(name))
    .sort()
  for (const { last, isOutside } of inParts(due, migrations)) {
    const { error } = await migrator.migrateTo(last, { disableTransactions: isOutside })
    if (error) throw error
  }
}
