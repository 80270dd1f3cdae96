import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../../shared/api/all-pages.ts'
import { callPage } from '../../../shared/api/call.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { useTasksUpdated } from '../../../shared/task/tasks-updated.ts'

const TASKS = 'tasks'
/** 5,000 tasks: more than anybody assigns. */
const PAGES_MAX = 10

async function loadTasks(companyProfileId: string, signal: AbortSignal): Promise<Task[]> {
  if (!useSession.getState().token) throw new Error('Authentication token not found')
  const { list } = await allPages(async (cursor) => {
    const page = await callPage(listTasks, { params: { companyProfileId }, query: { cursor }, signal })
    // A page, or nothing, where the API should answer: calls do not reach it.
    if (page.reply === undefined) throw new Error('Configuration error. Please contact support.')
    if (!Array.isArray(page.reply)) throw new Error('Invalid data received from server')
    return page
  }, PAGES_MAX)
  return list
}

const tasksQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [TASKS, companyProfileId],
    queryFn: ({ signal }) => loadTasks(companyProfileId, signal),
  })

/** The company's tasks, loaded again whenever tasks were updated. */
export function useTasks(companyProfileId: string) {
  const queryClient = useQueryClient()
  useTasksUpdated(() => queryClient.invalidateQueries({ queryKey: [TASKS] }))
  return useQuery(tasksQuery(companyProfileId))
}
