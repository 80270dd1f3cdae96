import { type BoardTask, getBoardCompany, getBoardTask } from '@app/contracts/http/board.ts'
import { REPORTS } from '../../../domain/report/report-sent.ts'
import { notesKey } from '../../../domain/task/notes-key.ts'
import { isStatus } from '../../../shared/api/api-error.ts'
import { batch } from '../../../shared/api/batch.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import type { LoadedList } from '../../../shared/api/use-growing-list.ts'
import {
  CALENDAR,
  CARDS_AT_ONCE,
  COMPANY_LISTS,
  COUNTS,
  companyQuery,
  MONDAY,
  POSTS,
  PROOFREADING,
  TASK_LISTS,
  taskQuery,
  WAITING_LISTS,
} from './queries.ts'
import { cacheCompany, cacheManager, cacheTask, removeCachedCompany, removeCachedTask } from './query-cache.ts'
import type { TaskFilter } from './task-order.ts'

export { cacheManager, cacheTask }

/** If more items than this have changed, reloading the list is faster than loading each item. */
const NAMED_MAX = 10
/** Minimum time between two reloads of the counts, of the waiting previews, of the calendar, of posts, and of the first screen. */
const COUNTED_EVERY_MS = 1_000

type Key = readonly unknown[]

const isShown = (queryKey: Key): boolean => queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0

/** Reloads the queries that are on the screen. Marks all other queries as stale, so that they reload when they are shown. */
const reload = (queryKey: Key): Promise<void> => queryClient.invalidateQueries({ queryKey })

/** Reloads the lists of tasks of the admin's own companies, except lists with this task. */
const reloadManaged = (taskId?: number): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: TASK_LISTS,
    predicate: ({ queryKey, state }) =>
      (queryKey.at(-1) as TaskFilter).manager !== undefined &&
      !(state.data as LoadedList<BoardTask> | undefined)?.items.some((task) => task.taskId === taskId),
  })

interface Kind<Name> {
  lists: Key
  /** Returns the query key of the panel that shows a single item. */
  panelOf: (name: Name) => Key
  /** Loads a single item and puts it into the cache. A deleted item is removed from the cache. */
  refreshItem: (name: Name) => Promise<void>
}

/** Reloads each changed item. Reloads whole lists if there are many items, or if a list is loading and may miss the change. */
async function refreshNamed<Name>({ lists, panelOf, refreshItem }: Kind<Name>, names: ReadonlySet<Name>): Promise<void> {
  const seen = [...names].filter((name) => isShown(lists) || isShown(panelOf(name)))
  if (seen.length > NAMED_MAX || queryClient.isFetching({ queryKey: lists }) > 0) {
    await Promise.all([lists, ...seen.map(panelOf)].map(reload))
  } else {
    await Promise.all(seen.map(refreshItem)).catch(() => reload(lists))
  }
}

const tasks: Kind<number> = {
  lists: TASK_LISTS,
  panelOf: (taskId) => taskQuery(String(taskId)).queryKey,
  async refreshItem(taskId) {
    try {
      const { task, companyName, ...facts } = await adminCall(getBoardTask, { params: { id: String(taskId) } })
      cacheTask(task, companyName, facts)
      await reloadManaged(taskId)
    } catch (error) {
      if (!isStatus(error, 404)) throw error
      removeCachedTask(taskId)
      // Reloads an open panel of the task, which then shows that the task no longer exists.
      await reload(tasks.panelOf(taskId))
    }
  },
}

const companies: Kind<string> = {
  lists: COMPANY_LISTS,
  panelOf: (companyProfileId) => companyQuery(companyProfileId).queryKey,
  async refreshItem(companyProfileId) {
    try {
      const { company, line } = await adminCall(getBoardCompany, { params: { companyProfileId }, query: { cards: CARDS_AT_ONCE } })
      cacheCompany(company, line)
    } catch (error) {
      if (!isStatus(error, 404)) throw error
      removeCachedCompany(companyProfileId)
      await reload(companies.panelOf(companyProfileId))
    }
  },
}

const refreshTask = batch<number>((names) => refreshNamed(tasks, names))
const refreshCompany = batch<string>((names) => refreshNamed(companies, names))
const reloadCounts = batch<void>(() => reload(COUNTS), COUNTED_EVERY_MS)
/** The rows of waiting previews contain facts that no other response contains, so the whole list is reloaded. */
const reloadWaiting = batch<void>(() => reload(WAITING_LISTS), COUNTED_EVERY_MS)
const reloadCalendar = batch<void>(() => reload(CALENDAR), COUNTED_EVERY_MS)
const reloadMonday = batch<void>(() => reload(MONDAY), COUNTED_EVERY_MS)
const reloadPosts = batch<void>(() => reload(POSTS), COUNTED_EVERY_MS)

export function refreshChanged(companyProfileId: string, taskId: number | null): void {
  if (taskId) {
    refreshTask(taskId)
    void reload(notesKey(taskId))
    // A changed brief causes a new check.
    void reload(PROOFREADING)
  } else {
    // The company may have another account manager.
    void reloadManaged()
    // A report of the company may have been sent.
    void reload([REPORTS])
  }
  refreshCompany(companyProfileId)
  reloadCounts()
  reloadWaiting()
  reloadCalendar()
  reloadMonday()
  reloadPosts()
}

export function removeTask(companyProfileId: string, taskId: number): void {
  // The response of a request in progress may still contain the removed task.
  if (queryClient.isFetching({ queryKey: TASK_LISTS }) > 0) void reload(TASK_LISTS)
  removeCachedTask(taskId)
  void reload(tasks.panelOf(taskId))
  refreshCompany(companyProfileId)
  reloadCounts()
  reloadWaiting()
  reloadCalendar()
  reloadMonday()
  reloadPosts()
}
