import type { ExportKind } from '@app/contracts/export/export-kind.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'

interface Columns {
  table: string
  /** Columns whose names are not the property's name in snake case, by property. */
  columns?: Readonly<Record<string, string>>
  /** Tables whose rows are lists in the record, by property. They are imported in this order. */
  children?: Readonly<Record<string, ExportedChild>>
  /**
   * SQL expressions of columns that an import writes, by column. `r` is the row with the values of the record: of a property with the same
   * column, the expression replaces the value.
   */
  imported?: Readonly<Record<string, string>>
  /** SQL condition: which rows are exported. */
  where?: string
}

interface ExportedChild extends Columns {
  /** The foreign key to the `id` of the parent. */
  parent: string
  /** Columns by which the list is sorted. */
  order: readonly string[]
  /** Whether the table has a column `company_id`. */
  hasCompany?: true
  /** Whether an import inserts the rows without the triggers that keep totals and protect finished rows. */
  withoutTriggers?: true
}

type Limit = { company: string; through?: { table: string; column: string } } | { owner: string }

/** A table whose rows are exported as records of one kind. The properties of the kind's schema are the exported columns. */
export interface ExportedTable extends Columns {
  kind: ExportKind
  /** Columns that identify a row in its company. The pages are sorted by them. The first one must not be null. */
  key: readonly { column: string; type: 'uuid' | 'bigint' | 'integer' | 'text' | 'timestamptz' }[]
  /** The column that limits the rows to a company: its id, that of its owner, or one in a table to which rows refer. Default: `company_id`. */
  of?: Limit
  /** Number of records in a page. Records with long lists need small pages. */
  pageSize: number
}

/** A source of the records of one kind: lines of JSON, in the order of a key. */
export interface ExportSource<T> {
  kind: ExportKind
  pageSize: number
  /** Returns up to `limit` records after a key. `key` identifies a record in the order. */
  page(db: Kysely<T>, of: PageOf): Promise<{ key: readonly string[]; json: string }[]>
}

interface PageOf {
  companyId: string
  ownerId: string
  after: readonly string[] | undefined
  limit: number
}

interface ObjectSchema {
  properties: Readonly<Record<string, unknown>>
}

function hasProperties(schema: unknown): schema is ObjectSchema {
  return typeof schema === 'object' && schema !== null && 'properties' in schema && typeof schema.properties === 'object'
}

const itemsOf = (schema: unknown): unknown =>
  typeof schema === 'object' && schema !== null && 'items' in schema ? schema.items : undefined

const snakeCase = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a table that records contain, and the lists in its records with the schemas of their items. */
export function describeRecord({ columns = {}, children = {} }: Columns, schema: unknown) {
  if (!hasProperties(schema)) throw new Error('The schema of exported records must be an object')
  const { properties } = schema
  return {
    columns: Object.keys(properties)
      .filter((property) => !Object.hasOwn(children, property))
      .map((property) => ({ property, column: columns[property] ?? snakeCase(property) })),
    lists: Object.entries(children).map(([property, child]) => ({ property, child, schema: itemsOf(properties[property]) })),
  }
}

/** Returns the SQL of a record: its columns, and a JSON array for each list. */
function recordSql(from: Columns, schema: unknown): RawBuilder<unknown> {
  const { columns, lists } = describeRecord(from, schema)
  const { table } = from
  return sql.join([
    ...columns.map(({ property, column }) => sql`${sql.ref(`${table}.${column}`)} as ${sql.id(property)}`),
    ...lists.map(({ property, child, schema: items }) => sql`coalesce(${listSql(table, child, items)}, '[]') as ${sql.id(property)}`),
  ])
}

function listSql(parent: string, child: ExportedChild, schema: unknown): RawBuilder<unknown> {
  const { table, parent: column, order, where = 'true' } = child
  return sql`(
    select json_agg(item) from (
      select ${recordSql(child, schema)} from ${sql.table(table)}
      where ${sql.ref(`${table}.${column}`)} = ${sql.ref(`${parent}.id`)} and (${sql.raw(where)})
      order by ${sql.join(order.map((name) => sql.ref(`${table}.${name}`)))}
    ) as item)`
}

/** Returns the rows of a table as records. Each record is of one instant, with its lists: it is read by one statement. */
export function tableSource<T>(from: ExportedTable): ExportSource<T> {
  const { kind, table, key, of: limitedBy = { company: 'company_id' }, where = 'true', pageSize } = from
  const [first] = key
  if (!first) throw new Error(`The table ${table} is exported without a key`)

  const through = 'owner' in limitedBy ? undefined : limitedBy.through
  const joined = through
    ? sql`join ${sql.table(through.table)} on ${sql.ref(`${through.table}.id`)} = ${sql.ref(`${table}.${through.column}`)}`
    : sql``
  // The condition and the order are on the column of the joined table, so that Postgres reads only the rows of the company.
  const refOf = (column: string) => sql.ref(column === through?.column ? `${through.table}.id` : `${table}.${column}`)
  const keys = sql.join(key.map(({ column }) => refOf(column)))
  const tenant = sql.ref('owner' in limitedBy ? `${table}.${limitedBy.owner}` : `${through?.table ?? table}.${limitedBy.company}`)

  /** The condition on the first column lets Postgres begin its index scan at the key. */
  function afterKey(after: readonly string[] | undefined): RawBuilder<unknown> {
    if (!after) return sql`true`
    const values = key.map(({ type }, at) => sql`${after[at]}::${sql.raw(type)}`)
    return sql`${refOf(first?.column ?? '')} >= ${values[0]} and (${keys}) > (${sql.join(values)})`
  }

  return {
    kind,
    pageSize,
    // Postgres puts line breaks between the items of an array. In texts, line breaks are escaped.
    async page(db, { companyId, ownerId, after, limit }) {
      const { rows } = await sql<{ key: string[]; json: string }>`
        select array[${sql.join(key.map(({ column }) => sql`${refOf(column)}::text`))}] as key,
          (select replace(row_to_json(entry)::text, chr(10), '') from (select ${recordSql(from, kind.record)}) as entry) as json
        from ${sql.table(table)} ${joined}
        where ${tenant} = ${'owner' in limitedBy ? ownerId : companyId}
          and (${sql.raw(where)}) and ${afterKey(after)}
        order by ${keys} limit ${limit}`.execute(db)
      return rows
    },
  }
}
