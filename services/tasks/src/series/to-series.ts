import type { Series } from '@app/contracts/http/series.ts'
import type { SeriesRow } from './series.repository.ts'

export const toSeries = (row: SeriesRow): Series => ({
  _id: row.id,
  companyProfileId: row.company_id,
  title: row.brief.title,
  recurrenceType: row.recurrence_type,
  weeklyDayOfWeek: row.weekly_day_of_week,
  monthlyWeek: row.monthly_week,
  monthlyDayOfWeek: row.monthly_day_of_week,
  recurrenceStartDate: row.starts_on,
  recurrenceEndDate: row.ends_on,
  nextDate: row.next_date,
  version: row.version,
})
