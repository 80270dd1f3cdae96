import {
  type ListedReport,
  listReports,
  listUnpreparedReports,
  REPORT_PAGE_MAX,
  type UnpreparedReport,
} from '@app/contracts/http/monthly-reports.ts'
import { addMonths, type Month, REPORT_MONTHS_BACK, type ReportState } from '@app/contracts/rules/monthly-report.ts'
import { REPORTS } from '../../../domain/report/report-sent.ts'
import { allPages } from '../../../shared/api/all-pages.ts'
import { adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import type { Manager } from '../board/use-manager.ts'

/** No event is published when a report was prepared, so the lists are reloaded in this interval. */
const RELOADED_EVERY_MS = 30_000
const reloadAfter = () => RELOADED_EVERY_MS

export interface ReportFilter {
  month: Month
  state: ReportState | undefined
  manager: Manager
}

/** Returns the months of which there can be reports, newest first. */
export const reportMonths = (current: Month): Month[] => Array.from({ length: REPORT_MONTHS_BACK }, (_, at) => addMonths(current, -at - 1))

/** Loads the newest report of each company, page by page. */
export const useReports = (filter: ReportFilter) =>
  useGrowingList<ListedReport>({
    queryKey: [REPORTS, 'of-month', filter],
    load: ({ signal, ...page }) => adminCallPage(listReports, { query: { ...filter, ...page }, signal }),
    keyOf: ({ _id }) => _id,
    step: REPORT_PAGE_MAX,
    most: REPORT_PAGE_MAX,
    reloadAfter,
  })

/** Loads the companies that have no report for a month yet, page by page. */
export const useUnpreparedReports = (filter: Omit<ReportFilter, 'state'>) =>
  useGrowingList<UnpreparedReport>({
    queryKey: [REPORTS, 'unprepared', filter],
    load: ({ signal, ...page }) => adminCallPage(listUnpreparedReports, { query: { ...filter, ...page }, signal }),
    keyOf: ({ companyProfileId }) => companyProfileId,
    step: REPORT_PAGE_MAX,
    most: REPORT_PAGE_MAX,
    reloadAfter,
  })

/** More companies than the product is made for. */
const PAGES_MAX = 100

/** Loads all reports of a month that are ready to be sent. */
export async function loadReady(filter: Omit<ReportFilter, 'state'>): Promise<ListedReport[]> {
  const query = { ...filter, state: 'prepared', limit: REPORT_PAGE_MAX } as const
  return (await allPages((cursor) => adminCallPage(listReports, { query: { ...query, cursor } }), PAGES_MAX)).list
}
