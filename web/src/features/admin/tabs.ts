import type { TaskCounts } from '@app/contracts/http/board.ts'
import { totalOf } from './board/counts.ts'
import type { TaskFilter } from './board/task-order.ts'

/** Labels of all tabs, in display order. */
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

/** Filters of the tabs that list tasks of all companies together. */
export const listed = {
  total: {},
  pending: { status: 'Pending' },
  'refer-back': { status: 'Roll Back' },
  approved: { status: 'Approved' },
  launch: { status: 'Approved', sort: 'target' },
} as const satisfies Partial<Record<TabId, TaskFilter>>
export type ListTabId = keyof typeof listed

const tabIdsFor = (isOperator: boolean): TabId[] => (Object.keys(tabLabels) as TabId[]).filter((id) => isOperator || id !== 'operations')

export const toTabId = (id: string | null, isOperator: boolean): TabId => tabIdsFor(isOperator).find((known) => known === id) ?? 'tasks'

const countsOf = (tasks: TaskCounts): Partial<Record<TabId, number>> => ({
  total: totalOf(tasks),
  pending: tasks.Pending,
  'refer-back': tasks['Roll Back'],
  approved: tasks.Approved,
})

export interface TabWithCount {
  id: TabId
  label: string
  count?: number
}

export function tabsWithCounts(tasks: TaskCounts | undefined, isOperator: boolean): TabWithCount[] {
  const counts = tasks ? countsOf(tasks) : {}
  return tabIdsFor(isOperator).map((id) => ({ id, label: tabLabels[id], count: counts[id] }))
}

export const tabText = ({ label, count }: TabWithCount): string => (count === undefined ? label : `${label}: ${count}`)
