import type { BoardTask } from '@app/contracts/http/board.ts'
import { expect, it } from 'vitest'
import type { Delivery } from './deliveries.ts'
import { matchCaptions } from './match-captions.ts'

const task = (taskId: number, title: string, companyName = 'Palm Bakery') =>
  ({ _id: `task-${taskId}`, taskId, title, companyName }) as BoardTask
const delivery = (name: string, of?: BoardTask): Delivery => ({ file: { name }, task: of, state: 'waiting' }) as unknown as Delivery

const bread = task(12, 'Winter bread')
const deliveries = [
  delivery('12 front.png', bread),
  delivery('12 back.png', bread),
  delivery('Hours_v2.PNG', task(13, 'Opening hours')),
  delivery('hours-bay.png', task(14, 'Opening hours', 'Bay Law')),
  delivery('IMG_77.png'),
]

const matched = (...rows: string[][]) =>
  matchCaptions(rows, deliveries).map(({ delivery: found, problem }) => found?.file.name ?? problem.split(/[.]/)[0])

it.each([
  ['12 BACK.png', '12 back.png'],
  ['hours v2', 'Hours_v2.PNG'],
  ['#12', '12 front.png'],
  ['13', 'Hours_v2.PNG'],
  ['winter-bread', '12 front.png'],
  ['Opening hours', 'Several files or tasks have this name'],
  ['Opening hours, Bay Law', 'hours-bay.png'],
  ['Bay Law: opening hours', 'hours-bay.png'],
  ['IMG_77.png', 'IMG_77.png'],
  ['Spring', 'No file or task has this name'],
  ['…', 'No file or task has this name'],
])('the name "%s" is for %s', (name, result) => {
  expect(matched([name, 'A caption'])).toEqual([result])
})

it('leaves out headings, and names rows without a caption and second captions', () => {
  expect(matched(['File name', 'Caption'], ['#12', 'One'], ['12 back.png', 'Two'], ['#13', ' '], ['#14'])).toEqual([
    '12 front.png',
    'Another row already has a caption for this preview',
    'There is no caption',
    'There is no caption',
  ])
})
