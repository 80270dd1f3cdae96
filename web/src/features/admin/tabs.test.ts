import type { TaskCounts } from '@app/contracts/http/board.ts'
import { describe, expect, it } from 'vitest'
import { tabsWithCounts, tabText, toTabId } from './tabs.ts'

const counts: TaskCounts = { Pending: 2, 'Roll Back': 1, Approved: 4, Posted: 1 }

describe('the tabs', () => {
  it('show their task counts', () => {
    expect(tabsWithCounts(counts, false).map(tabText)).toEqual([
      'Tasks',
      'Companies',
      'Total Tasks: 8',
      'Pending Tasks: 2',
      'Refer Back Tasks: 1',
      'Approved Tasks: 4',
      'Wait for Launch',
      'Campaigns',
    ])
  })

  it('show no number before the counts are loaded', () => {
    expect(tabsWithCounts(undefined, true).map(tabText)).toContain('Total Tasks')
  })

  it.each([
    ['launch', 'launch'],
    [null, 'tasks'],
    ['toString', 'tasks'],
  ])('?tab=%s opens the tab %s', (query, opened) => {
    expect(toTabId(query, false)).toBe(opened)
  })
})
