import { formatDate } from '@app/contracts/format/dates.ts'
import { addDays, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { businessToday } from '../../../shared/format/dates.ts'
import { ownerWith } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'

const panel = page.getByRole('dialog', { name: 'Add New Task' })

/** Returns the first Monday after a date. */
const mondayAfter = (date: string): string => {
  const next = addDays(date, 1)
  return weekdayOf(next) === 1 ? next : mondayAfter(next)
}

it('a task that repeats shows its first date, or says that the period has no such day', async () => {
  ownerWith()
  await openApp('/management?show=new')
  await panel.getByRole('switch', { name: /Repeats/ }).click()
  await panel.getByRole('combobox', { name: 'Recurrence type' }).selectOptions('weekly')
  const monday = mondayAfter(addDays(businessToday(), 2))
  await panel.getByLabelText(/^Starts/).fill(addDays(monday, -1))
  await panel.getByLabelText(/^Ends/).fill(addDays(monday, 30))
  await expect.element(panel.getByText(`First on ${formatDate(monday)}.`, { exact: false })).toBeVisible()
  await panel.getByLabelText(/^Starts/).fill(addDays(monday, 1))
  await panel.getByLabelText(/^Ends/).fill(addDays(monday, 6))
  await expect.element(panel.getByText('No such day falls between these dates', { exact: false })).toBeVisible()
  await panel.getByLabelText(/^Ends/).fill(addDays(monday, 7))
  await expect.element(panel.getByText(`First on ${formatDate(addDays(monday, 7))}.`, { exact: false })).toBeVisible()
})
