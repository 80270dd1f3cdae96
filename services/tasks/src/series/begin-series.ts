import type { Role } from '@app/contracts/http/session.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import type { MonthWeek, RecurrenceType, Weekday } from '@app/contracts/rules/recurrence.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { SeriesTaskInput } from '../db/brief-tables.ts'
import type { Tables } from '../db/tables.ts'
import { firstDates } from './series-rule.ts'

/** The rule and the period of a recurring task. */
export interface RecurrenceColumns {
  recurrence_type: RecurrenceType
  recurrence_start_date: string
  recurrence_end_date: string
  weekly_day_of_week: Weekday | null
  monthly_week: MonthWeek | null
  monthly_day_of_week: Weekday | null
}

/** The columns of a recurring task from which its series is created. */
interface FirstTask extends SeriesTaskInput, RecurrenceColumns {
  company_id: string
  reference_image: string | null
  target_posting_time?: string | null
  created_by: Role
}

/** The columns that make a task the occurrence of a series. */
export interface OccurrenceColumns {
  series_id: string
  occurrence_no: number
  occurrence_date: string
  next_occurrence_date: string | null
}

/** Creates the series of a recurring task. The task becomes the first occurrence of this series. */
export async function beginSeries(trx: Transaction<Tables>, task: FirstTask): Promise<OccurrenceColumns> {
  const id = uuidv7()
  const rule = {
    recurrence_type: task.recurrence_type,
    weekly_day_of_week: task.weekly_day_of_week,
    monthly_week: task.monthly_week,
    monthly_day_of_week: task.monthly_day_of_week,
    starts_on: task.recurrence_start_date,
    ends_on: task.recurrence_end_date,
  }
  const { first, next } = firstDates(rule)
  const brief: SeriesTaskInput = { ...recordOf(briefTexts, (name) => task[name]), ...recordOf(platforms, (name) => task[name]) }
  const series = {
    id,
    company_id: task.company_id,
    brief: JSON.stringify(brief),
    reference_image: task.reference_image,
    target_posting_time: task.target_posting_time,
    created_by: task.created_by,
    ...rule,
    last_number: 1,
    last_date: first,
    next_date: next,
  }
  await trx.insertInto('task_series').values(series).execute()
  return { series_id: id, occurrence_no: 1, occurrence_date: first, next_occurrence_date: next }
}
