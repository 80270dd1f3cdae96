import type { Company } from '@app/chassis/companies/company-projection.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskCreated } from '@app/contracts/events/tasks.ts'
import type { Role } from '@app/contracts/http/session.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import { taskSelection } from '../db/task-columns.ts'
import type { TasksDeps } from '../deps.ts'
import { beginSeries, type OccurrenceColumns, type RecurrenceColumns } from '../series/begin-series.ts'
import { eventPayload } from './event-payload.ts'
import type { TaskInput } from './task-input.ts'
import { toTask } from './task-row.ts'

interface Addition {
  taskInput: TaskInput
  referenceImage: string | null | undefined
  createdBy: Role
  /** The series of which the task is the next occurrence. Absent for a task that an owner or admin creates. */
  occurrence?: OccurrenceColumns
}

const hasRecurrence = (task: TaskInput): task is TaskInput & RecurrenceColumns =>
  task.is_recurring && !!task.recurrence_type && !!task.recurrence_start_date && !!task.recurrence_end_date

/** Stores a task and its event. A recurring task without an `occurrence` becomes the first occurrence of a new series. */
export async function addTask(
  trx: Transaction<Tables>,
  { store }: { store: Pick<TasksDeps['store'], 'publicUrl'> },
  company: Company,
  { taskInput, referenceImage = null, createdBy, occurrence }: Addition,
): Promise<Task> {
  const task = { ...taskInput, company_id: company.id, reference_image: referenceImage }
  const inSeries =
    occurrence ?? (hasRecurrence(taskInput) ? await beginSeries(trx, { ...task, ...taskInput, created_by: createdBy }) : undefined)
  const row = await trx
    .insertInto('task')
    .values({ ...task, ...inSeries, id: uuidv7(), created_by: createdBy })
    .returning(taskSelection)
    .executeTakeFirstOrThrow()
  const payload = {
    ...eventPayload({ ...row, ownerId: company.ownerId, companyName: company.name }),
    ...(inSeries && {
      occurrence: { seriesId: inSeries.series_id, number: inSeries.occurrence_no, date: inSeries.occurrence_date },
    }),
  }
  await addEvent(trx, TaskCreated, { aggregateId: row._id, version: row.version, data: { ...payload, createdBy } })
  return toTask(row, store.publicUrl)
}
