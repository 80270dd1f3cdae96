import { formatNumber } from '@app/contracts/format/numbers.ts'
import { type countBoard, LAUNCH_COUNT_MAX } from '@app/contracts/http/board.ts'
import type { Reply } from '../../shared/api/route-types.ts'
import { totalOf } from './board/counts.ts'
import type { TaskFilter } from './board/task-order.ts'

/** Labels of all tabs, in display order. */
export const tabLabels = {
  monday: 'My Monday',
  tasks: 'Tasks',
  companies: 'Companies',
  total: 'Total Tasks',
  pending: 'Pending Tasks',
  waiting: 'In review',
  'refer-back': 'Refer Back Tasks',
  approved: 'Approved Tasks',
  launch: 'Wait for Launch',
  calendar: 'Calendar',
  posts: 'Posts',
  campaigns: 'Campaigns',
  reports: 'Reports',
  operations: 'Operations',
} as const
export type TabId = keyof typeof tabLabels

/** Filters of the tabs that list tasks of all companies together. */
export const listed = {
  total: {},
  pending: { status: 'Pending', sort: 'due' },
  'refer-back': { status: 'Roll Back', sort: 'due' },
  approved: { status: 'Approved', sort: 'due' },
  launch: { status: 'Approved', sort: 'target' },
} as const satisfies Partial<Record<TabId, TaskFilter>>
export type ListTabId = Exclude<keyof typeof listed, 'launch'>

const tabIdsFor = (isOperator: boolean): TabId[] => (Object.keys(tabLabels) as TabId[]).filter((id) => isOperator || id !== 'operations')

export const toTabId = (id: string | null, isOperator: boolean): TabId => tabIdsFor(isOperator).find((known) => known === id) ?? 'monday'

export type BoardCounts = Reply<typeof countBoard>

const countsOf = ({ tasks, turns, launch }: BoardCounts): Partial<Record<TabId, number | string>> => ({
  total: totalOf(tasks),
  pending: tasks.Pending,
  waiting: turns.owner,
  'refer-back': tasks['Roll Back'],
  approved: tasks.Approved,
  launch: launch === LAUNCH_COUNT_MAX ? `${formatNumber(launch)}+` : launch,
})

export interface TabWithCount {
  id: TabId
  label: string
  count?: number | string
}

export function tabsWithCounts(loaded: BoardCounts | undefined, isOperator: boolean): TabWithCount[] {
  const counts = loaded ? countsOf(loaded) : {}
  return tabIdsFor(isOperator).map((id) => ({ id, label: tabLabels[id], count: counts[id] }))
}

export const tabText = ({ label, count }: TabWithCount): string => (count === undefined ? label : `${label}: ${count}`)
