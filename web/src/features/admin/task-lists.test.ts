import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { describe, expect, it } from 'vitest'
import { listOf, tabsWithCounts, tabText, toTabId } from './tabs.ts'
import { allTasks, launchBadge, stripOf, withCompanies, withTask } from './task-lists.ts'

const TODAY = '2026-11-21'

/** The lists look at these fields alone. */
const task = (
  taskId: number,
  currentStatus: Task['currentStatus'],
  targetPostingDate: string | null = null,
  recurrenceStartDate: string | null = null,
) => ({ _id: `task-${taskId}`, taskId, companyProfileId: 'pine', currentStatus, targetPostingDate, recurrenceStartDate }) as Task

const companyOf = (_id: string, ...tasks: Task[]) => ({ company: { _id }, tasks }) as CompanyTasks
const ids = (tasks: readonly Task[]) => tasks.map(({ taskId }) => taskId)

const pine = companyOf(
  'pine',
  task(1, 'Posted', '2026-11-01'),
  task(2, 'Approved', TODAY),
  task(3, 'Roll Back'),
  task(4, 'Pending', '2026-11-01'),
  task(5, 'Approved', '2026-11-22'),
)
const harbor = companyOf('harbor', task(6, 'Pending'), task(7, 'Approved', '2026-11-19'), task(8, 'Approved', null, '2026-11-20'))
const all = allTasks([pine, harbor])

describe('the lists of the dashboard', () => {
  it('a strip: Pending, Roll Back, Approved, nothing posted', () => {
    expect(ids(stripOf(pine.tasks))).toEqual([4, 3, 2, 5])
  })

  it.each([
    ['total', [3, 4, 6, 2, 5, 7, 8, 1]],
    ['pending', [4, 6]],
    ['refer-back', [3]],
    ['approved', [2, 5, 7, 8]],
    ['launch', [7, 8, 2]],
  ] as const)('%s', (tab, expected) => {
    expect(ids(listOf(tab, all, TODAY).map((listed) => listed.task))).toEqual(expected)
  })

  it('a task stands beside its company', () => {
    expect(all.find((listed) => listed.task.taskId === 6)?.company._id).toBe('harbor')
  })

  it.each([
    [task(1, 'Approved', TODAY), 'Today'],
    [task(1, 'Approved', '2026-11-20'), 'Over Date'],
    [task(1, 'Approved', null, TODAY), 'Today'],
  ] as const)('what is due says so', (due, badge) => {
    expect(launchBadge(due, TODAY)).toBe(badge)
  })

  it('one task changes, the rest stays as it is', () => {
    const [changed, same] = withTask([pine, harbor], task(2, 'Posted', TODAY))
    expect(changed?.tasks.map(({ currentStatus }) => currentStatus)).toEqual(['Posted', 'Posted', 'Roll Back', 'Pending', 'Approved'])
    expect(same).toBe(harbor)
  })

  it('one company changes, a new one comes last', () => {
    const [changed, added] = [companyOf('pine', task(9, 'Pending')), companyOf('quay')]
    expect(withCompanies([pine, harbor], [added, changed])).toEqual([changed, harbor, added])
  })
})

describe('the tabs', () => {
  it('say how many tasks they hold', () => {
    expect(tabsWithCounts(all, TODAY, false).map(tabText)).toEqual([
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

  it('say no number before it is known', () => {
    expect(tabsWithCounts(undefined, TODAY, true).map(tabText)).toContain('Total Tasks')
  })

  it.each([
    ['launch', 'launch'],
    [null, 'tasks'],
    ['toString', 'tasks'],
  ])('?tab=%s opens %s', (asked, opened) => {
    expect(toTabId(asked, false)).toBe(opened)
  })
})
