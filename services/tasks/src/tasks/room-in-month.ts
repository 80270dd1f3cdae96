import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { countInMonth } from './task.repository.ts'

/** Returns the error message for a full month. */
type Refusal = (count: number, date: CalendarDate) => string

/** Throws 422 if the company already has the maximum number of tasks in the month of a posting date. */
export async function requireRoomInMonth(db: Kysely<Tables>, companyId: string, date: CalendarDate, refusal: Refusal): Promise<void> {
  const count = await countInMonth(db, companyId, date)
  if (count < MONTHLY_CAP) return
  const message = refusal(count, date)
  throw new AppError('monthly-cap', 'refused', message, { errors: [{ field: 'targetPostingDate', message }] })
}

/** Like `requireRoomInMonth`. Locks the company's row first, so that concurrent requests cannot exceed the limit together. */
export async function reserveRoomInMonth(trx: Transaction<Tables>, companyId: string, date: CalendarDate, refusal: Refusal): Promise<void> {
  await lockCompany(trx, companyId)
  await requireRoomInMonth(trx, companyId, date, refusal)
}
