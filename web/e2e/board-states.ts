import { png } from '@app/chassis/testing/pictures.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Page } from 'playwright-core'
import { changeResponses } from './network.ts'
import type { Screen } from './screen.ts'

const today = todayIn(DEFAULT_TIMEZONE)
/**
 * Dates of tasks, in days from today. With these dates, the lists show the headings Late, Today, This week (unless today is Sunday) and
 * Later.
 */
const DAYS = [-4, -1, 0, 1, 2, 9, 30]

/** Replaces the dates of tasks in responses by past and future dates. The product itself does not accept past dates. */
const withDates =
  (days: readonly number[], changes: (at: number) => Partial<BoardTask> = () => ({})) =>
  (page: Page) =>
    changeResponses(page, /\/api\/admin\/board\/tasks\?/, (tasks: BoardTask[]) =>
      days.flatMap((day, at): BoardTask[] => {
        const task = tasks[at % tasks.length]
        const date = addDays(today, day)
        const own = { _id: `${task?._id}-${at}`, isRecurring: false, submissionForReview: date, targetPostingDate: date }
        return task ? [{ ...task, ...own, ...changes(at) }] : []
      }),
    )

const launchTab = '/admin/dashboard?tab=launch&view=cards'

const openLaunchDialog = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: /^Launch \d/ }).click()
  await page.getByRole('dialog', { name: /^Launch \d/ }).waitFor()
}

/** States of the admin's lists of tasks: the turns, the launches and the files to deliver. */
export const boardStates: Screen[] = [
  {
    name: 'admin-pending-turns',
    path: () => '/admin/dashboard?tab=pending&view=cards',
    as: 'admin',
    answer: withDates(DAYS, (at) => ({ currentStatus: 'Pending', hasFreshPreview: at % 2 === 1 })),
    shown: (page) => page.getByRole('heading', { name: /^Later/ }).waitFor(),
  },
  {
    name: 'admin-launch-upcoming',
    path: () => launchTab,
    as: 'admin',
    answer: withDates([1, 2, 9], () => ({ currentStatus: 'Approved' })),
    shown: (page) => page.getByText('These tasks come next.').waitFor(),
  },
  {
    name: 'admin-launch-due',
    path: () => launchTab,
    as: 'admin',
    answer: withDates([-3, 0, 0], (at) => ({ currentStatus: 'Approved', approvalUnconfirmed: at === 1 })),
    shown: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select #/ })
        .first()
        .click()
      await page.getByText('1 selected').waitFor()
    },
  },
  {
    name: 'admin-launch-several',
    path: () => launchTab,
    as: 'admin',
    answer: withDates([-3, 0, 0], (at) => ({ currentStatus: 'Approved', approvalUnconfirmed: at === 1 })),
    shown: openLaunchDialog,
  },
  {
    name: 'admin-launch-results',
    path: () => launchTab,
    as: 'admin',
    answer: async (page) => {
      await withDates([-3, 0], () => ({ currentStatus: 'Approved', approvalUnconfirmed: false }))(page)
      await page.route('**/api/admin/tasks/launch', (route) => {
        const [first, second] = route.request().postDataJSON().tasks
        const message = 'This task has changed in the meantime. Please look at it again.'
        return route.fulfill({
          json: {
            results: [
              { id: first.id, status: 200, message: '' },
              { id: second.id, status: 409, message },
            ],
          },
        })
      })
    },
    shown: async (page) => {
      await openLaunchDialog(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Launch 2 tasks' }).click()
      await page.getByText('Please look at it again.').waitFor()
    },
  },
  {
    name: 'admin-deliver-files',
    path: () => '/admin/dashboard?tab=refer-back&view=cards',
    as: 'admin',
    shown: async (page, { tasks }) => {
      await page.getByRole('button', { name: 'Deliver files' }).click()
      const dialog = page.getByRole('dialog', { name: 'Deliver files' })
      const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png({ width: 1, height: 1 }) })
      await dialog
        .getByLabel('Files', { exact: true })
        .setInputFiles([
          picture(`#${tasks.referredBack.taskId} square.png`),
          picture('a-picture-whose-name-matches-no-task-of-any-company.png'),
          { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
        ])
      await dialog.getByText('Matched by the number in the file name.').waitFor()
    },
  },
]
