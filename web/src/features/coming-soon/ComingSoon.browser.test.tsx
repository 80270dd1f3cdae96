import './Invoice.tsx'
import './TrackingExpense.tsx'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import { areSideBySide, atEachWidth } from '../../testing/widths.ts'

it.each([
  [6, 'Tracking Expense', 'We are building a powerful expense tracking dashboard...'],
  [7, 'Invoice Center', 'Soon you will be able to generate branded invoices, track payments, send reminders and download PDF statements.'],
])('section %i is %s and describes the announced feature', async (section, title, sentence) => {
  ownerWith()
  await openApp(`/management?section=${section}`)
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  const points = page.getByRole('main').getByRole('list').element()
  const sketch = document.querySelector('svg[viewBox="0 0 480 340"]') as Element
  await atEachWidth((width) => expect(areSideBySide(points, sketch)).toBe(width !== 390))
})
