import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type ListedTask, waitingForLaunch, withStatus } from './task-lists.ts'

/** The tabs in order. Those of `counted` say how many tasks they hold. */
export const tabLabels = {
  tasks: 'Tasks',
  companies: 'Companies',
  total: 'Total Tasks',
  pending: 'Pending Tasks',
  'refer-back': 'Refer Back Tasks',
  approved: 'Approved Tasks',
  launch: 'Wait for Launch',
  campaigns: 'Campaigns',
  operations: 'Operations',
} as const
export type TabId = keyof typeof tabLabels
/** The tabs that show tasks of all companies together. */
export type ListTabId = Exclude<TabId, 'tasks' | 'companies' | 'campaigns' | 'operations'>

/** Operators alone have the last one. */
const tabIdsFor = (isOperator: boolean): TabId[] => (Object.keys(tabLabels) as TabId[]).filter((id) => isOperator || id !== 'operations')

export const toTabId = (id: string | null, isOperator: boolean): TabId => tabIdsFor(isOperator).find((known) => known === id) ?? 'tasks'

const lists: Record<ListTabId, (all: readonly ListedTask[], today: CalendarDate) => readonly ListedTask[]> = {
  total: (all) => all,
  pending: (all) => withStatus(all, 'Pending'),
  'refer-back': (all) => withStatus(all, 'Roll Back'),
  approved: (all) => withStatus(all, 'Approved'),
  launch: waitingForLaunch,
}

/** What a tab lists, of all tasks in their order. */
export const listOf = (id: ListTabId, all: readonly ListedTask[], today: CalendarDate) => lists[id](all, today)

export interface TabWithCount {
  id: TabId
  label: string
  count?: number
}

const isCounted = (id: TabId): id is Exclude<ListTabId, 'launch'> => id in lists && id !== 'launch'

/** The tabs with their counts, as far as the tasks are known. */
export const tabsWithCounts = (all: readonly ListedTask[] | undefined, today: CalendarDate, isOperator: boolean): TabWithCount[] =>
  tabIdsFor(isOperator).map((id) => ({ id, label: tabLabels[id], ...(all && isCounted(id) && { count: listOf(id, all, today).length }) }))

/** "Pending Tasks: 3" */
export const tabText = ({ label, count }: TabWithCount): string => (count === undefined ? label : `${label}: ${count}`)
