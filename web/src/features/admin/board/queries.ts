import {
  BOARD_CARDS_MAX,
  BOARD_COMPANIES_MAX,
  BOARD_TASKS_MAX,
  type BoardTask,
  type CompanyLine,
  countBoard,
  getBoardCompany,
  getBoardTask,
  listBoardCompanies,
  listBoardTasks,
} from '@app/contracts/http/board.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { inPages, type LoadedList, useGrowingList } from '../../../shared/api/use-growing-list.ts'
import type { CompanyFilter } from './company-order.ts'
import type { TaskFilter } from './task-order.ts'
import type { Manager } from './use-manager.ts'

/** First part of the query keys of all tasks and companies on the dashboard. */
export const BOARD = 'board'
export const TASK_LISTS = [BOARD, 'tasks'] as const
/** First part of the query keys of the lists of waiting previews. */
export const WAITING_LISTS = [BOARD, 'waiting'] as const
export const COMPANY_LISTS = [BOARD, 'companies'] as const
export const CALENDAR = [BOARD, 'calendar'] as const
/** First part of the query keys of the lists of posts. */
export const POSTS = [BOARD, 'posts'] as const
/** First part of the query keys of the counts of the tabs. */
export const COUNTS = [BOARD, 'counts'] as const
/** First part of the query keys of the lists of the first screen. */
export const MONDAY = [BOARD, 'monday'] as const
/** First part of the query keys of the checks of previews. */
export const PROOFREADING = [BOARD, 'proofreading'] as const

const COMPANIES_AT_ONCE = 20
const TASKS_AT_ONCE = 60
/** Maximum number of cards in a strip, the row of a company's cards. The task tabs show all tasks. */
const STRIP_MAX = 1_000

const keyOf = ({ _id }: { _id: string }): string => _id

export const countsQuery = (manager: Manager) =>
  queryOptions({
    queryKey: [...COUNTS, manager],
    queryFn: ({ signal }) => adminCall(countBoard, { query: { manager }, signal }),
    // The counts are refetched only when a tab is opened or an event arrives.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: [BOARD, 'task', id],
    queryFn: ({ signal }) => adminCall(getBoardTask, { params: { id }, signal }),
    staleTime: 0,
  })

export const companyQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [BOARD, 'company', companyProfileId],
    queryFn: ({ signal }) => adminCall(getBoardCompany, { params: { companyProfileId }, signal }),
    staleTime: 0,
  })

export const useCompanies = (filter: CompanyFilter) =>
  useGrowingList<CompanyLine>({
    queryKey: [...COMPANY_LISTS, filter],
    load: ({ signal, ...page }) => adminCallPage(listBoardCompanies, { query: { ...filter, ...page }, signal }),
    keyOf,
    step: COMPANIES_AT_ONCE,
    most: BOARD_COMPANIES_MAX,
  })

const taskPages =
  (filter: TaskFilter) =>
  ({ signal, ...page }: { limit: number; cursor?: string; signal?: AbortSignal }) =>
    adminCallPage(listBoardTasks, { query: { ...filter, ...page }, signal })

export const useTasks = (filter: TaskFilter) =>
  useGrowingList<BoardTask>({
    queryKey: [...TASK_LISTS, filter],
    load: taskPages(filter),
    keyOf,
    step: TASKS_AT_ONCE,
    most: BOARD_TASKS_MAX,
  })

/** Loads all tasks of a company that are not posted. The company list contains only the first tasks of each company. */
export const useOpenTasks = (companyProfileId: string, isWanted: boolean) => {
  const filter: TaskFilter = { companyProfileId, open: true }
  return useQuery({
    queryKey: [...TASK_LISTS, filter],
    queryFn: ({ signal }): Promise<LoadedList<BoardTask>> => inPages(taskPages(filter), STRIP_MAX, BOARD_TASKS_MAX, signal),
    enabled: isWanted,
    // Events refresh only queries on the screen. Tasks in the cache without visible cards would become outdated, so they are discarded.
    gcTime: 0,
  })
}

/**
 * In the dialog "Deliver files", an admin selects a task for each file. The dialog offers at most this many Pending tasks, and at most
 * this many tasks that were referred back.
 */
const OWED_MAX = 500

const useAll = (filter: TaskFilter, isWanted: boolean) =>
  useQuery({
    queryKey: [...TASK_LISTS, filter],
    queryFn: ({ signal }): Promise<LoadedList<BoardTask>> => inPages(taskPages(filter), OWED_MAX, BOARD_TASKS_MAX, signal),
    enabled: isWanted,
    staleTime: 0,
  })

/** Loads the tasks for which an admin owes a preview, earliest due date first within each status. Undefined while they load. */
export function useOwedTasks(isWanted: boolean) {
  // These queries load up to `OWED_MAX` tasks at once, but the tabs load their lists page by page. So the query keys must differ from those
  // of the tabs. `open` makes the keys different. It does not change the results, because no task of these lists is posted.
  const pending = useAll({ turn: 'admin', open: true, sort: 'due' }, isWanted)
  const referredBack = useAll({ status: 'Roll Back', open: true, sort: 'due' }, isWanted)
  const lists = [referredBack, pending]
  const tasks = useMemo(
    () => referredBack.data && pending.data && [...referredBack.data.items, ...pending.data.items],
    [referredBack.data, pending.data],
  )
  return {
    tasks,
    /** Whether there are more tasks than were loaded. */
    hasMore: lists.some(({ data }) => data?.next !== undefined),
    failed: lists.find(({ isLoadingError }) => isLoadingError),
  }
}

export const CARDS_AT_ONCE = BOARD_CARDS_MAX
