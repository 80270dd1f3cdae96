import { LAUNCH_COUNT_MAX } from '@app/contracts/http/board.ts'
import { describe, expect, it } from 'vitest'
import { type BoardCounts, tabsWithCounts, tabText, toTabId } from './tabs.ts'

const tasks = { Pending: 0, 'Roll Back': 0, Approved: 0, Posted: 0 }
const unconfirmed = { tasks, turns: { admin: 0, owner: 0 }, companies: 0, companiesWithTasks: 0 }
const counts: BoardCounts = {
  tasks: { Pending: 2, 'Roll Back': 1, Approved: 4, Posted: 1 },
  turns: { admin: 2, owner: 5 },
  launch: 3,
  findings: 0,
  unconfirmed,
}

describe('the tabs', () => {
  it('show their task counts', () => {
    expect(tabsWithCounts(counts, false).map(tabText)).toEqual([
      'My Monday',
      'Tasks',
      'Companies',
      'Total Tasks: 8',
      'Pending Tasks: 2',
      'In review: 5',
      'Refer Back Tasks: 1',
      'Approved Tasks: 4',
      'Wait for Launch: 3',
      'Calendar',
      'Posts',
      'Campaigns',
      'Reports',
    ])
  })

  it('show that the count of the tasks to launch stopped at its maximum', () => {
    expect(tabsWithCounts({ ...counts, launch: LAUNCH_COUNT_MAX }, false).map(tabText)).toContain('Wait for Launch: 1,000+')
  })

  it('show no number before the counts are loaded', () => {
    expect(tabsWithCounts(undefined, true).map(tabText)).toContain('Total Tasks')
  })

  it.each([
    ['launch', 'launch'],
    [null, 'monday'],
    ['toString', 'monday'],
  ])('?tab=%s opens the tab %s', (query, opened) => {
    expect(toTabId(query, false)).toBe(opened)
  })
})
