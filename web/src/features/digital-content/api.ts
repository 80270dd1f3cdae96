import { getTask, listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../shared/api/all-pages.ts'
import { ApiError, isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { useSession } from '../../shared/stores/session.ts'
import { useTasksUpdated } from '../../shared/task/tasks-updated.ts'

const TASKS = 'tasks'
/** 5,000 tasks: more than anybody assigns. */
const PAGES_MAX = 10

async function loadTasks(companyProfileId: string, signal: AbortSignal): Promise<Task[]> {
  if (!useSession.getState().token) throw new Error('Authentication token not found')
  try {
    const { list } = await allPages(async (cursor) => {
      const page = await callPage(listTasks, { params: { companyProfileId }, query: { cursor }, signal })
      // A page, or nothing, where the API should answer: calls do not reach it.
      if (page.reply === undefined) throw new Error('Configuration error. Please contact support.')
      if (!Array.isArray(page.reply)) throw new Error('Invalid data received from server')
      return page
    }, PAGES_MAX)
    return list
  } catch (error) {
    // A 404 means no tasks.
    if (isStatus(error, 404)) return []
    throw error
  }
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

const taskQuery = (taskId: number) =>
  queryOptions({
    queryKey: [TASKS, 'one', taskId],
    queryFn: ({ signal }) => call(getTask, { params: { id: String(taskId) }, signal }),
    staleTime: 0,
  })

/** One whole task by its number, kept fresh with the lists. */
export const useTask = (taskId: number) => useQuery(taskQuery(taskId))

/** What a load under way brings may be older than what `change` puts there. */
function changeList(queryClient: QueryClient, companyProfileId: string, change: (list: Task[]) => Task[]): void {
  const { queryKey } = tasksQuery(companyProfileId)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (list) => list && change(list))
}

/** Puts a task as the server answered it where the screen has it, ahead of the next load. */
export function keepTask(queryClient: QueryClient, task: Task): void {
  queryClient.setQueryData(taskQuery(task.taskId).queryKey, task)
  changeList(queryClient, task.companyProfileId, (list) =>
    list.some(({ _id }) => _id === task._id) ? list.map((known) => (known._id === task._id ? task : known)) : [task, ...list],
  )
}

/** Takes out a task that was removed, ahead of the next load. */
export const dropTask = (queryClient: QueryClient, { _id, companyProfileId }: Task): void =>
  changeList(queryClient, companyProfileId, (list) => list.filter((known) => known._id !== _id))

/** What is said when the tasks did not load; nothing for an ended session, which is answered elsewhere. */
export function loadFailure(error: Error | null): string | undefined {
  if (!error || isStatus(error, 401)) return undefined
  if (isStatus(error, 0)) return unlessOffline(error, 'Network error. Please check your connection.')
  if (error instanceof ApiError) return `Error loading approved tasks: ${error.message}`
  return error.message
}
