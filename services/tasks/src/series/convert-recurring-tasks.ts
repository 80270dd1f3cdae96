import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { runBatches } from '../run-batches.ts'
import { beginSeries, type FirstTask } from './begin-series.ts'

const BATCH = 50

interface RecurringTask extends FirstTask {
  id: string
  status: TaskStatus
}

/** Creates the series of a batch of tasks. Skips locked tasks. The versions of the tasks stay the same. */
function convertBatch(db: Kysely<Tables>): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<RecurringTask>`
      select id, company_id, status, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, reference_image,
        recurrence_type, recurrence_start_date, recurrence_end_date, weekly_day_of_week, monthly_week, monthly_day_of_week
      from task
      where is_recurring and series_id is null
        and recurrence_type is not null and recurrence_start_date is not null and recurrence_end_date is not null
      order by id limit ${BATCH} for update skip locked`.execute(trx)
    for (const task of rows) {
      const occurrence = await beginSeries(trx, task, { isPosted: task.status === 'Posted' })
      await trx.updateTable('task').set(occurrence).where('id', '=', task.id).execute()
    }
    return rows.length
  })
}

/**
 * Creates the series of recurring tasks that replicas of the previous release have created. Each of these tasks becomes the first
 * occurrence of its series. Several replicas may call this function at once. Returns the number of converted tasks.
 */
export const convertRecurringTasks = (db: Kysely<Tables>, signal: AbortSignal): Promise<number> =>
  runBatches(() => convertBatch(db), BATCH, signal)
