import type { BoardTask, CompanyLine, TaskCounts } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { describe, expect, it } from 'vitest'
import { listed } from '../tabs.ts'
import * as companies from './company-order.ts'
import { isDue } from './due-dates.ts'
import { withItem, withoutItem } from './list-items.ts'
import { stripOrder } from './status-order.ts'
import { matchesFilter, orderOf, type TaskFilter } from './task-order.ts'

const TODAY = '2026-11-21'

const noSeries = { recurrenceStartDate: null, occurrenceDate: null }

/** A task with only the fields that the lists use. */
const task = (
  taskId: number,
  currentStatus: TaskStatus,
  targetPostingDate: string | null = null,
  { recurrenceStartDate, occurrenceDate }: Pick<BoardTask, 'recurrenceStartDate' | 'occurrenceDate'> = noSeries,
) =>
  ({
    _id: `task-${taskId}`,
    taskId,
    companyProfileId: taskId < 6 ? 'pine' : 'harbor',
    companyName: taskId < 6 ? 'Pine Coffee' : 'Harbor Books',
    title: `Post ${taskId}`,
    currentStatus,
    targetPostingDate,
    submissionForReview: null,
    recurrenceStartDate,
    occurrenceDate,
  }) as BoardTask

const all = [
  task(1, 'Posted', '2026-11-01'),
  task(2, 'Approved', TODAY),
  task(3, 'Roll Back'),
  task(4, 'Pending', '2026-11-01'),
  task(5, 'Approved', '2026-11-22'),
  task(6, 'Pending'),
  task(7, 'Approved', '2026-11-19'),
  task(8, 'Approved', null, { recurrenceStartDate: '2026-11-16', occurrenceDate: '2026-11-20' }),
]
const ids = (tasks: readonly BoardTask[]) => tasks.map(({ taskId }) => taskId)
const list = (filter: TaskFilter) => all.filter((item) => matchesFilter(item, filter)).sort(orderOf(filter))

describe('the lists of tasks', () => {
  it.each([
    ['total', [3, 6, 4, 8, 7, 5, 2, 1]],
    ['pending', [4, 6]],
    ['refer-back', [3]],
    ['approved', [7, 8, 2, 5]],
    ['launch', [7, 8, 2, 5]],
  ] as const)('the tab %s lists the matching tasks in its order', (tab, expected) => {
    expect(ids(list(listed[tab]))).toEqual(expected)
  })

  it('a strip contains Pending, Roll Back and Approved tasks in this order, but no posted tasks', () => {
    expect(ids(list({ open: true, companyProfileId: 'pine' }).sort(stripOrder))).toEqual([4, 3, 5, 2])
  })

  it.each([
    ['harbor', [8, 7, 6]],
    ['POST 7', [7]],
    ['coffee post', []],
    ['5', [5]],
    ['#5', [5]],
  ])('a search for "%s" finds the tasks %j', (search, expected) => {
    expect(ids(list({ search, sort: 'newest' }))).toEqual(expected)
  })

  it('the launch list contains approved tasks whose posting day has come, the longest overdue first', () => {
    expect(ids(list(listed.launch).filter((one) => isDue(one, TODAY)))).toEqual([7, 8, 2])
  })

  it('sorting by due date uses the review date while an admin owes a preview, and otherwise the posting date', () => {
    const dated = (taskId: number, status: TaskStatus, hasFreshPreview: boolean, review: string | null) =>
      ({ ...task(taskId, status, '2026-11-25'), hasFreshPreview, submissionForReview: review }) as BoardTask
    const due = [
      dated(1, 'Pending', true, '2026-11-01'),
      dated(2, 'Pending', false, '2026-11-26'),
      dated(3, 'Roll Back', true, '2026-11-20'),
      dated(4, 'Approved', true, '2026-11-02'),
      dated(5, 'Pending', false, null),
      dated(6, 'Pending', false, '2026-11-19'),
    ]
    expect(ids(due.sort(orderOf({ sort: 'due' })))).toEqual([6, 3, 1, 4, 5, 2])
    expect(ids(due.filter((one) => matchesFilter(one, { turn: 'admin' })))).toEqual([6, 5, 2])
    expect(ids(due.filter((one) => matchesFilter(one, { turn: 'owner' })))).toEqual([1])
  })

  it('sorting by target date uses the first date of a series and puts tasks without a date last', () => {
    expect(ids(list({ sort: 'target' }))).toEqual([1, 4, 7, 8, 2, 5, 3, 6])
  })
})

describe('one item of a list', () => {
  const [newest, middle, oldest] = [task(9, 'Pending'), task(6, 'Pending'), task(4, 'Pending')]
  const order = orderOf({})

  it('is inserted at its position and moved when its sort position changes', () => {
    expect(ids(withItem({ items: [newest, oldest], next: undefined }, middle, order).items)).toEqual([9, 6, 4])
    const changed = { ...oldest, currentStatus: 'Roll Back' as const }
    expect(ids(withItem({ items: [newest, middle, oldest], next: 'more' }, changed, order).items)).toEqual([4, 9, 6])
  })

  it('is added at the end of a complete list, but left out if more pages follow', () => {
    expect(ids(withItem({ items: [newest, middle], next: undefined }, oldest, order).items)).toEqual([9, 6, 4])
    expect(ids(withItem({ items: [newest, middle], next: 'more' }, oldest, order).items)).toEqual([9, 6])
  })

  it('is removed; a list that does not contain the item is returned unchanged', () => {
    const list = { items: [newest, middle], next: undefined }
    expect(ids(withoutItem(list, middle._id).items)).toEqual([9])
    expect(withoutItem(list, oldest._id)).toBe(list)
  })
})

const counts: TaskCounts = { Pending: 2, 'Roll Back': 1, Approved: 4, Posted: 1 }

describe('companies', () => {
  const line = (_id: string, companyName: string, open: number, date: string | null) =>
    ({
      _id,
      companyName,
      counts: { ...counts, Pending: open, Approved: open },
      previewsOwed: open,
      withClient: open,
      nextPostingDate: date,
      lastSignedInAt: date && `${date}T12:00:00Z`,
    }) as CompanyLine
  const lines = { b: line('1', 'B', 0, null), a: line('2', 'a', 9, '2026-11-20'), c: line('3', 'C', 1, '2026-12-01') }

  it.each([
    [undefined, 'bac'],
    ['newest', 'cab'],
    ['name', 'abc'],
    ['open', 'acb'],
    ['owed', 'acb'],
    ['with-client', 'acb'],
    ['to-launch', 'acb'],
    ['next-posting', 'acb'],
    ['signed-in', 'cab'],
  ] as const)('are sorted by %s in both directions', (sort, expected) => {
    const sorted = (reverse: boolean) =>
      Object.entries(lines)
        .sort(([, one], [, other]) => companies.orderOf({ sort, reverse })(one, other))
        .map(([name]) => name)
    expect(sorted(false)).toEqual([...expected])
    expect(sorted(true)).toEqual([...expected].reverse())
  })
})
