import { Task } from '@app/contracts/http/tasks.ts'
import { type RawBuilder, sql } from 'kysely'

/** A field of the contract's `Task` that has a column. `recurrence` has none: it repeats seven other fields. */
export type StoredField = Exclude<keyof Task, 'recurrence'>

/** The columns whose names differ from their fields' names. Every other field has a column of the same name. */
const otherNames = {
  _id: 'id',
  taskId: 'task_id',
  companyProfileId: 'company_id',
  targetPostingDate: 'target_posting_date',
  submissionForReview: 'submission_for_review',
  currentStatus: 'status',
  referenceImage: 'reference_image',
  doneTaskImage: 'done_task_image',
  adminPostComment: 'admin_post_comment',
  rollbackFeedback: 'rollbacks',
  isRecurring: 'is_recurring',
  recurrenceType: 'recurrence_type',
  recurrenceStartDate: 'recurrence_start_date',
  recurrenceEndDate: 'recurrence_end_date',
  weeklyDayOfWeek: 'weekly_day_of_week',
  monthlyWeek: 'monthly_week',
  monthlyDayOfWeek: 'monthly_day_of_week',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Partial<Record<StoredField, string>>

type ColumnOf<F extends StoredField> = F extends keyof typeof otherNames ? (typeof otherNames)[F] : F

/** The columns of the fields with the fields' types. */
export type StoredColumns = { [F in StoredField as ColumnOf<F>]: Task[F] }

export const storedFields = Object.keys(Task.properties).filter((field) => field !== 'recurrence') as StoredField[]

const columnOf = (field: StoredField): string => (otherNames as Partial<Record<StoredField, string>>)[field] ?? field

type Selection = { [F in StoredField]: `task.${ColumnOf<F>} as ${F}` }[StoredField]

/** The columns of all stored fields under the fields' names, for a select or returning clause of Kysely. */
export const taskSelection = storedFields.map((field) => `task.${columnOf(field)} as ${field}` as Selection)

/** The columns of these fields under the fields' names, as SQL text. */
export const selectionText = (fields: readonly StoredField[]): RawBuilder<unknown> =>
  sql.raw(fields.map((field) => `task.${columnOf(field)} as "${field}"`).join(', '))
