import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cutOff, enlargeText } from '../../testing/enlarge-text.ts'
import { ownerWith, picture, taskOf } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'

const waiting = taskOf({ doneTaskImage: picture('green'), previewNo: 1 })
const repeated = taskOf({
  taskId: 6,
  title: 'Bread of the week',
  currentStatus: 'Approved',
  isRecurring: true,
  recurrenceType: 'bi-weekly',
  weeklyDayOfWeek: 'thursday',
  targetPostingDate: '2026-12-31',
  nextOccurrenceDate: '2027-01-14',
})

it.each([390, 768, 1440])('at %i px with a text size of 200%, the cards of tasks show their whole content (WCAG 1.4.4)', async (width) => {
  await enlargeText(width, 200)
  ownerWith(waiting, repeated)
  await openApp('/management')
  const cards = page.getByRole('article')
  await expect.poll(() => cards.elements().length).toBe(2)
  expect(cutOff(cards.elements())).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('at 1440 px with a text size of 200%, the calendar is a list, because its columns would be too narrow', async () => {
  await enlargeText(1440, 200)
  ownerWith(waiting)
  await openApp('/management?view=calendar')
  await expect.element(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
})
