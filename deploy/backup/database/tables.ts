import pg from 'pg'

export const nameOf = (schema: string, table: string): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`

export interface Table {
  schema: string
  table: string
  /** All columns except generated ones. */
  columns: readonly string[]
}

interface FoundTable extends Table {
  id: number
  /** Object ids of the tables that this table's foreign keys reference. */
  references: readonly number[]
}

/** Pattern of the tables in which Kysely records migrations. */
const OF_MIGRATIONS = 'kysely_migration%'

/** Sorts tables so that each table comes after the tables that its foreign keys reference. */
function inOrder(tables: readonly FoundTable[]): FoundTable[] {
  const ordered = new Set<FoundTable>()
  const add = (table: FoundTable): void => {
    for (const other of tables) if (other !== table && !ordered.has(other) && table.references.includes(other.id)) add(other)
    ordered.add(table)
  }
  tables.forEach(add)
  return [...ordered]
}

/** Returns the tables of these schemas, without unlogged tables, in an order that satisfies foreign keys. */
export async function tablesOf(client: pg.Client, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<FoundTable>(
    `select c.oid as id, n.nspname as schema, c.relname as table,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select confrelid from pg_constraint where conrelid = c.oid and contype = 'f') as references
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any($1) and c.relname not like $2
     order by n.nspname, c.relname`,
    [schemas, OF_MIGRATIONS],
  )
  return inOrder(rows)
}

export interface Sequence {
  schema: string
  sequence: string
}

export async function sequencesOf(client: pg.Client, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    'select schemaname as schema, sequencename as sequence from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  )
  return rows
}
