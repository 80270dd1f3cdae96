import { COMPANY_PAGE_MAX, type CompanyTasks, listAllCompanies } from '@app/contracts/http/all-companies.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../shared/api/all-pages.ts'
import { adminCall, adminCallPage } from '../../shared/api/call.ts'
import { useTasksUpdated } from '../../shared/task/tasks-updated.ts'
import { withCompanies, withTask } from './task-lists.ts'

/** 5,000 companies; what is beyond is said to be missing. */
const PAGES_MAX = 100
/** More than these are loaded sooner by page than by name. */
const NAMED_MAX = 10

interface Companies {
  list: CompanyTasks[]
  /** False when there are more companies than the dashboard loads. */
  isWhole: boolean
}

const companiesQuery = queryOptions({
  queryKey: ['admin', 'companies'],
  queryFn: ({ signal }): Promise<Companies> =>
    allPages((cursor) => adminCallPage(listAllCompanies, { query: { limit: COMPANY_PAGE_MAX, cursor }, signal }), PAGES_MAX),
})

/** Loads the named companies anew, or all of them when that cannot be told or would be more work. */
async function refresh(queryClient: QueryClient, whose: ReadonlySet<string | undefined>): Promise<void> {
  const { queryKey } = companiesQuery
  const all = () => queryClient.invalidateQueries({ queryKey })
  const names = [...whose].filter((name) => name !== undefined)
  // A load under way may have passed what has changed since.
  if (names.length !== whose.size || names.length > NAMED_MAX || queryClient.isFetching({ queryKey })) return all()
  try {
    const fresh = await Promise.all(names.map((companyProfileId) => adminCall(listAllCompanies, { query: { companyProfileId } })))
    queryClient.setQueryData(queryKey, (known) => known && { ...known, list: withCompanies(known.list, fresh.flat()) })
  } catch {
    await all()
  }
}

/** Every company with its tasks; those whose tasks were updated are loaded again. */
export function useCompanies() {
  const queryClient = useQueryClient()
  useTasksUpdated((whose) => refresh(queryClient, whose))
  return useQuery(companiesQuery)
}

/** Loads the companies again unless they are being loaded. */
export function useRefreshCompanies() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: companiesQuery.queryKey }, { cancelRefetch: false })
}

/** Puts what the server answered for one task into the list, ahead of the next load. */
export function keepTask(queryClient: QueryClient, task: Task): void {
  queryClient.setQueryData(companiesQuery.queryKey, (known) => known && { ...known, list: withTask(known.list, task) })
}

/** The same for a company's profile. */
export function keepCompany(queryClient: QueryClient, company: CompanyProfile): void {
  queryClient.setQueryData(
    companiesQuery.queryKey,
    (known) => known && { ...known, list: known.list.map((entry) => (entry.company._id === company._id ? { ...entry, company } : entry)) },
  )
}
