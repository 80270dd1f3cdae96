import './AdminDashboardPage.tsx'
import './CompanyPanel.tsx'
import './calendar/CalendarTab.tsx'
import './launch/LaunchBar.tsx'
import './launch/LaunchDialog.tsx'
import './tabs/CompaniesTab.tsx'
import './tabs/CompanyTable.tsx'
import './tabs/CompanyTasksTab.tsx'
import './tabs/LaunchTab.tsx'
import './tabs/TaskGridTab.tsx'
import './tabs/TaskTable.tsx'
import './task/LaunchForm.tsx'
import './task/Reminder.tsx'
import './task/TaskPanel.tsx'
import './waiting/WaitingTab.tsx'
import './waiting/WaitingTable.tsx'
import { beforeEach, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { boardOf } from '../../testing/board.ts'
import { enlargeText } from '../../testing/enlarge-text.ts'
import { company, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

const bakery = { ...company, email: 'front.desk.of.the.bakery@bakery.example', phone: '8035550142' }

beforeEach(() => {
  signInAs.admin()
  boardOf({
    company: bakery,
    tasks: [
      taskOf(),
      taskOf({ taskId: 6, title: 'Summer bread', doneTaskImage: null }),
      taskOf({ taskId: 7, title: 'Autumn bread', currentStatus: 'Approved', targetPostingDate: '2026-01-05', approvalUnconfirmed: true }),
    ],
  })
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The screens with their main actions, which must stay in the window. */
const screens: [path: string, actions: () => Locator[]][] = [
  ['tab=tasks&view=cards', () => [page.getByRole('link', { name: 'View Bakery' })]],
  ['tab=total&view=cards', () => [page.getByRole('link', { name: 'Autumn bread' }), button('Compact')]],
  ['tab=total&view=dense', () => [page.getByRole('link', { name: '#7 Autumn bread' })]],
  ['tab=calendar', () => [button('Today')]],
  ['tab=companies', () => [page.getByRole('link', { name: 'Add Task for Bakery' })]],
  ['tab=waiting', () => [button(/^Remind: Winter bread/)]],
  ['tab=launch&view=cards', () => [button('Launch selected'), page.getByRole('checkbox', { name: 'Select all' })]],
  ['tab=launch&task=7', () => [button('Launch'), page.getByRole('checkbox', { name: 'The company confirmed the approval' })]],
  ['tab=pending&task=5', () => [button('Upload'), button('Save as draft'), button('Remind the company')]],
  ['tab=companies&company=company-1', () => [page.getByRole('link', { name: 'front.desk.of.the.bakery@bakery.example' }).last()]],
]

/** Returns the sides of an element that are outside the window, with their coordinates. */
const sidesOutside = (element: Element, width: number) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { ...(left < 0 && { left }), ...(right > width && { right }), ...(top < 0 && { top }), ...(bottom > 900 && { bottom }) }
}

it.each([
  [390, 150],
  [390, 200],
  [1280, 150],
  [1280, 200],
])('at %i px with a text size of %i %, the main actions stay in the window (WCAG 1.4.4)', { tags: 'nightly' }, async (width, percent) => {
  await enlargeText(width, percent)
  for (const [path, actions] of screens) {
    const app = await openApp(`/admin/dashboard?${path}`)
    for (const action of actions()) {
      await expect.element(action, { message: path }).toBeVisible()
      const element = action.element()
      element.scrollIntoView({ block: 'center' })
      // A panel slides into the window.
      await expect.poll(() => sidesOutside(element, width), { message: path }).toEqual({})
    }
    expect(document.documentElement.scrollWidth, path).toBeLessThanOrEqual(width)
    await app.unmount()
  }
})
