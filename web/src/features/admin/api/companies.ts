import { COMPANY_PAGE_MAX, type CompanyTasks, listAllCompanies, type Task } from '@app/contracts/http/tasks.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { adminCallPage } from '../../../shared/api/call.ts'
import { useTasksUpdated } from '../../../shared/task/tasks-updated.ts'
import { withTask } from '../task-lists.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** 5,000 companies; what is beyond is said to be missing. */
const PAGES_MAX = 100

interface Companies {
  list: CompanyTasks[]
  /** False when there are more companies than the dashboard loads. */
  isWhole: boolean
}

async function loadCompanies(signal: AbortSignal): Promise<Companies> {
  const list: CompanyTasks[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { reply, next } = await adminCallPage(listAllCompanies, { query: { limit: COMPANY_PAGE_MAX, cursor }, signal })
    list.push(...reply)
    if (!next) return { list, isWhole: true }
    cursor = next
  }
  return { list, isWhole: false }
}

const companiesQuery = queryOptions({
  queryKey: ['admin', 'companies'],
  queryFn: ({ signal }) => loadCompanies(signal),
  // Without a network the call is made all the same, so that its failure is told instead of waited out.
  networkMode: 'always',
})

/** Every company with its tasks, loaded again whenever tasks were updated. */
export function useCompanies() {
  const companies = useQuery(companiesQuery)
  const { refetch } = companies
  const reload = useMemo(() => oneAtATime(() => refetch()), [refetch])
  useTasksUpdated(() => void reload())
  return companies
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
