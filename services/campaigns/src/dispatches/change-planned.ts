import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { SendTime } from '../deps.ts'
import { changeDispatch, dropAudience, lockUnsent } from './dispatch.repository.ts'
import { sendsAt } from './plan-dispatches.ts'

/**
 * Discards the compiled emails of a changed step, and increments the versions of the dispatches. A scheduler that is compiling the old
 * content then finds another version, and does not store its email.
 */
export async function discardCompiledMails(trx: Transaction<Tables>, stepId: string): Promise<void> {
  await trx
    .updateTable('dispatch')
    .set({ mail: null, links: null, image: null, version: sql<number>`version + 1` })
    .where('step_id', '=', stepId)
    .where('started_at', 'is', null)
    .execute()
}

/** Moves the dispatch of a step to another date, even if it was missed or canceled. */
export async function moveDispatch(
  trx: Transaction<Tables>,
  stepId: string,
  date: CalendarDate,
  { isPaused, ...time }: SendTime & { isPaused: boolean },
): Promise<void> {
  const sends_at = sendsAt(date, time)
  const planned = isPaused ? ({ state: 'paused', due_at: null } as const) : ({ state: 'scheduled', due_at: sends_at } as const)
  for (const dispatch of await lockUnsent(trx, stepId)) {
    await dropAudience(trx, dispatch)
    await changeDispatch(trx, dispatch.id, { ...planned, date, sends_at, late_reported: false, code: null, reason: null })
  }
}
