import { getTask, listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { NOTES, notesKey } from '../../domain/task/notes-key.ts'
import { useTaskRemoved, useTasksUpdated } from '../../domain/task/tasks-updated.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { ApiError, isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { call, callPage, NOT_MODIFIED } from '../../shared/api/call.ts'
import { useOwner, useSession } from '../../shared/stores/session.ts'
import { PLANNED_DATES, SERIES } from './series/series-key.ts'

export const TASKS = 'tasks'
/** 10 pages contain 5,000 tasks. No company is expected to have more. */
const PAGES_MAX = 10
/** If more tasks than this have changed, reloading the list is faster than loading each task. */
const ONE_BY_ONE_MAX = 10

/** The tasks of a company, newest first. */
interface Listed {
  list: Task[]
  /** ETag of the response. It is removed when the browser changes the cached list. */
  tag?: string
}

async function loadTasks(companyProfileId: string, known: Listed | undefined, signal: AbortSignal): Promise<Listed> {
  if (!useSession.getState().token) throw new Error('Authentication token not found')
  async function ask(cursor: string | undefined, knownTag?: string) {
    const page = await callPage(listTasks, { params: { companyProfileId }, query: { cursor }, signal, knownTag })
    if (page.status === NOT_MODIFIED) return page
    // The response has no JSON body, for example because a proxy answered instead of the API.
    if (page.reply === undefined) throw new Error('Configuration error. Please contact support.')
    if (!Array.isArray(page.reply)) throw new Error('Invalid data received from server')
    return page
  }
  try {
    // All pages have the same ETag, which changes with every change of a task.
    const first = await ask(undefined, known?.tag)
    if (known && first.status === NOT_MODIFIED) return known
    const { list } = await allPages(async (cursor) => (cursor ? ask(cursor) : first), PAGES_MAX)
    return { list, tag: first.header('etag') ?? undefined }
  } catch (error) {
    // The API responds with 404 if the company has no tasks.
    if (isStatus(error, 404)) return { list: [] }
    throw error
  }
}

const tasksQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [TASKS, companyProfileId],
    queryFn: ({ client, queryKey, signal }) => loadTasks(companyProfileId, client.getQueryData<Listed>(queryKey), signal),
  })

const listOf = ({ list }: Listed): Task[] => list

/** Loads the tasks of the company whose id the browser stored during the last visit. */
export async function prefetchTasks(queryClient: QueryClient): Promise<void> {
  const { companyProfileId } = useOwner.getState()
  if (companyProfileId) await queryClient.prefetchQuery(tasksQuery(companyProfileId))
}

/** Loads the tasks of a company. After an event, reloads only the changed tasks, or removes the deleted task from the list. */
export function useTasks(companyProfileId: string) {
  const queryClient = useQueryClient()
  useTasksUpdated((numbers) => refresh(queryClient, companyProfileId, numbers))
  useTaskRemoved((taskId) => removeCachedTask(queryClient, { taskId, companyProfileId }))
  return useQuery({ ...tasksQuery(companyProfileId), select: listOf })
}

/** The tasks of a company that a screen has already loaded with `useTasks`. */
export const useListedTasks = (companyProfileId: string): Task[] | undefined =>
  useQuery({ ...tasksQuery(companyProfileId), select: listOf }).data

/**
 * Reloads the tasks with the given numbers. If a number is unknown or there are too many numbers, reloads the whole list, and all notes on
 * the screen.
 */
async function refresh(queryClient: QueryClient, companyProfileId: string, updated: ReadonlySet<number | null>): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: [SERIES] })
  const all = async () => {
    await Promise.all([TASKS, NOTES].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }
  const numbers = [...updated].filter((number) => number !== null)
  if (numbers.length !== updated.size || numbers.length > ONE_BY_ONE_MAX) return all()
  try {
    await Promise.all(numbers.map((number) => refreshTask(queryClient, companyProfileId, number)))
  } catch {
    await all()
  }
}

async function refreshTask(queryClient: QueryClient, companyProfileId: string, number: number): Promise<void> {
  try {
    void queryClient.invalidateQueries({ queryKey: notesKey(number) })
    cacheTask(queryClient, await call(getTask, { params: { id: String(number) } }))
  } catch (error) {
    if (!isStatus(error, 404)) throw error
    removeCachedTask(queryClient, { taskId: number, companyProfileId })
  }
}

const taskQuery = (taskId: number) =>
  queryOptions({
    queryKey: [TASKS, 'one', taskId],
    queryFn: ({ signal }) => call(getTask, { params: { id: String(taskId) }, signal }),
    staleTime: 0,
  })

/** Loads one task. The result also changes when `cacheTask` stores the task, and when all queries with the key `TASKS` are reloaded. */
export const useTask = (taskId: number) => useQuery(taskQuery(taskId))

/** Applies `change` to the cached list. A load in progress may return older data, so it is canceled and started again. */
function changeList(queryClient: QueryClient, companyProfileId: string, change: (list: Task[]) => Task[]): void {
  const { queryKey } = tasksQuery(companyProfileId)
  const isLoading = queryClient.isFetching({ queryKey }) > 0
  const stopped = queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (known) => known && { list: change(known.list) })
  if (isLoading) void stopped.then(() => queryClient.invalidateQueries({ queryKey }))
}

/** Stores a task in the query cache. If the list has a newer version of the task, the list is not changed. */
export function cacheTask(queryClient: QueryClient, task: Task): void {
  queryClient.setQueryData(taskQuery(task.taskId).queryKey, task)
  changeList(queryClient, task.companyProfileId, (list) => {
    const known = list.find(({ _id }) => _id === task._id)
    if (!known) return [...list, task].toSorted((a, b) => b.taskId - a.taskId)
    return known.version > task.version ? list : list.map((one) => (one === known ? task : one))
  })
}

export function removeCachedTask(queryClient: QueryClient, { taskId, companyProfileId }: Pick<Task, 'taskId' | 'companyProfileId'>): void {
  changeList(queryClient, companyProfileId, (list) => list.filter((known) => known.taskId !== taskId))
  // The removal of a task can end its series.
  void queryClient.invalidateQueries({ queryKey: PLANNED_DATES })
}

/** Returns no message for an expired session (401), because the portal shows its own message and opens the login page. */
export function loadFailure(error: Error | null): string | undefined {
  if (!error || isStatus(error, 401)) return undefined
  if (isStatus(error, 0)) return unlessOffline(error, 'Network error. Please check your connection.')
  if (error instanceof ApiError) return `Error loading approved tasks: ${error.message}`
  return error.message
}
