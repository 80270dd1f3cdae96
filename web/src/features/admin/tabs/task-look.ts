import type { TaskSort } from '@app/contracts/http/board.ts'
import type { Sorts } from '../board/use-look.ts'
import type { ListTabId } from '../tabs.ts'

export const taskSearch = { label: 'Search tasks', placeholder: 'Company, title or number' }

const byDay = { review: 'Review date', target: 'Target date' } as const
const ofOneStatus: Sorts<TaskSort> = { default: 'Newest first', ...byDay }

export const taskSorts: Record<ListTabId, Sorts<TaskSort>> = {
  total: { default: 'Status', newest: 'Newest first', ...byDay },
  pending: ofOneStatus,
  'refer-back': ofOneStatus,
  approved: ofOneStatus,
  // Which of them are due is told by their order.
  launch: { default: 'Longest waiting' },
}
