import { formatMonth } from '@app/contracts/format/dates.ts'
import { getReport, type MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { queryOptions } from '@tanstack/react-query'
import type { call } from '../../shared/api/call.ts'
import { REPORTS } from './report-sent.ts'

export const reportQuery = (id: string, ask: typeof call) =>
  queryOptions({
    queryKey: [REPORTS, 'one', id],
    queryFn: ({ signal }) => ask(getReport, { params: { id }, signal }),
  })

/** Returns the title of a report, for example "What we did for you in October 2026". */
export const titleOf = ({ month }: Pick<MonthlyReport, 'month'>): string => `What we did for you in ${formatMonth(firstDayOf(month))}`
