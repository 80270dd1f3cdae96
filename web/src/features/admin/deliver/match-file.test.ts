import type { BoardTask } from '@app/contracts/http/board.ts'
import { expect, it } from 'vitest'
import { matchFile } from './match-file.ts'

const task = (taskId: number, title: string, companyName = 'Bakery') => ({ taskId, title, companyName }) as BoardTask

const tasks = [
  task(12, 'Winter bread'),
  task(13, 'Winter'),
  task(14, 'Crème & coffee!'),
  task(15, 'Opening hours', 'Bay Law'),
  task(16, 'Opening hours', 'Palm Bakery'),
  task(2026, 'Spring'),
  task(7, '…'),
]

it.each([
  ['12.png', 12, 'number'],
  ['#12.png', 12, 'number'],
  ['task-0012_final.jpg', 12, 'number'],
  ['Winter bread.png', 12, 'title'],
  ['final WINTER_BREAD-v2.jpeg', 12, 'title'],
  ['winter.png', 13, 'title'],
  ['creme-coffee.mp4', 14, 'title'],
  // A number with `#` has priority over a title. A title has priority over a number without `#`.
  ['winter bread 2026.png', 12, 'title'],
  ['#15 winter bread.png', 15, 'number'],
  ['palm-bakery opening hours.pdf', 16, 'title'],
  ['Opening hours Bay Law.pdf', 15, 'title'],
  ['2026', 2026, 'number'],
  ['.12', undefined, undefined],
  ['opening hours.pdf', undefined, undefined],
  ['opening hours of Bay Law and Palm Bakery.pdf', undefined, undefined],
  ['12 and 13.png', undefined, undefined],
  ['winterbread.png', undefined, undefined],
  ['IMG_0001.png', undefined, undefined],
  ['112.png', undefined, undefined],
  ['', undefined, undefined],
])('the file "%s" is matched to task %s by %s', (name, taskId, by) => {
  const match = matchFile(name, tasks)
  expect([match?.task.taskId, match?.by]).toEqual([taskId, by])
})

it('a long file name is matched in linear time', () => {
  const many = Array.from({ length: 500 }, (_, at) => task(at, `${'a '.repeat(100)}${at}`))
  const begun = performance.now()
  expect(matchFile(`${'#1 a-'.repeat(1_000)}.png`, many)?.task.taskId).toBe(1)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
