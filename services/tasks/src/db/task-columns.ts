import { Task } from '@app/contracts/http/tasks.ts'
import { type RawBuilder, sql } from 'kysely'

/** A field of the contract's `Task` that has a column. `recurrence` repeats seven other fields, so it has no column. */
export type StoredField = Exclude<keyof Task, 'recurrence'>

/** Columns whose names are not the snake case of their field names. */
const otherNames = {
  _id: 'id',
  companyProfileId: 'company_id',
  currentStatus: 'status',
  rollbackFeedback: 'rollbacks',
  previewNo: 'preview_number',
  approvedPreviewNo: 'approved_preview_number',
} as const satisfies Partial<Record<StoredField, string>>

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S

type ColumnOf<F extends StoredField> = F extends keyof typeof otherNames ? (typeof otherNames)[F] : SnakeCase<F>

export type StoredColumns = { [F in StoredField as ColumnOf<F>]: Task[F] }

export const storedFields = Object.keys(Task.properties).filter((field) => field !== 'recurrence') as StoredField[]

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnOf = (field: StoredField): string => (otherNames as Partial<Record<StoredField, string>>)[field] ?? snakeCase(field)

type Selection = { [F in StoredField]: `task.${ColumnOf<F>} as ${F}` }[StoredField]

export const taskSelection = storedFields.map((field) => `task.${columnOf(field)} as ${field}` as Selection)

/** Returns the columns of these fields as SQL text, with the field names as aliases. The query must name the table `task`. */
export const selectionSql = (fields: readonly StoredField[]): string =>
  fields.map((field) => `task.${columnOf(field)} as "${field}"`).join(', ')

/** Returns `selectionSql` as a part of a Kysely query. */
export const selectionText = (fields: readonly StoredField[]): RawBuilder<unknown> => sql.raw(selectionSql(fields))
