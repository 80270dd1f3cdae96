import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Page } from 'playwright-core'
import { changeResponses } from './network.ts'
import { dialog, frameOf, heading, type Screen } from './screen.ts'
import type { World } from './world.ts'

/** Gives all tasks on the dashboard dates in the past. The product itself does not accept such dates. */
function allOverdue(page: Page): Promise<unknown> {
  const today = todayIn(DEFAULT_TIMEZONE)
  const dates = { isRecurring: false, submissionForReview: addDays(today, -6), targetPostingDate: addDays(today, -2) }
  return changeResponses(page, /\/api\/admin\/board\/tasks\?/, (tasks: object[]) => tasks.map((task) => ({ ...task, ...dates })))
}

/** Opens a task and then mocks a newer preview, as if an admin had uploaded it. */
async function newerPreview(page: Page, world: World): Promise<void> {
  await dialog(({ tasks }) => tasks.delivered.title)(page, world)
  await changeResponses(page, '**/api/task/tasks/**', (listed: Task[]) =>
    listed.map((task) => ({ ...task, version: task.version + 1, doneTaskImage: world.tasks.approved.doneTaskImage })),
  )
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('tasks updated')))
  await page.getByText('A newer preview is ready.').waitFor()
}

/** A state of the panel of a task that repeats. `act` changes the section about the repeats. */
const repeats = (name: string, act: (page: Page) => Promise<void> = async () => {}): Screen => ({
  name,
  path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
  as: 'owner',
  async shown(page) {
    await page.getByRole('region', { name: 'Repeats' }).waitFor()
    await act(page)
  },
})

export const passingStates: Screen[] = [
  repeats('repeats'),
  repeats('repeats-changed', async (page) => {
    await page.getByRole('button', { name: 'Change repeats' }).click()
    await page.getByRole('form', { name: 'Change repeats' }).waitFor()
  }),
  repeats('repeats-skip', async (page) => {
    await page.getByRole('button', { name: /^Skip / }).click()
    await page.getByRole('dialog', { name: /^Skip / }).waitFor()
  }),
  repeats('repeats-end', async (page) => {
    await page.getByRole('button', { name: 'Stop repeating' }).click()
    await page.getByRole('dialog', { name: 'Stop repeating?' }).waitFor()
  }),
  {
    name: 'login-refused',
    path: () => '/login',
    shown: async (page) => {
      const form = page.locator('form', { has: page.getByRole('heading', { name: 'Login' }) })
      await form.getByLabel('Email').fill('somebody@example.com')
      await form.locator('input[type=password]').fill('not-the-password')
      await form.getByRole('button', { name: 'Login' }).click()
      await form.getByText('Invalid email or password').waitFor()
    },
  },
  {
    name: 'new-password',
    path: () => '/reset-password',
    shown: async (page) => {
      await page.evaluate(() => sessionStorage.setItem('resetEmail', 'somebody@example.com'))
      await page.goto(new URL('/otp', page.url()).href)
      await page.getByLabel('Character 1 of 5').fill('A7K2P')
      await page.getByRole('button', { name: 'Verify' }).click()
      await heading('Create New Password')(page)
      await page.getByLabel('Confirm password').fill('Palm')
      await page.getByLabel('New password').fill('Palmetto')
      await page.getByText('Passwords do not match').waitFor()
    },
  },
  {
    name: 'management-loading',
    path: () => '/management',
    as: 'owner',
    answer: (page) => page.route('**/api/task/tasks/**', () => {}),
    shown: (page) => page.getByRole('status', { name: 'Loading: Pending tasks' }).waitFor(),
  },
  { name: 'management-crowded', path: () => '/management', as: 'crowded', shown: heading('What is on this week') },
  {
    name: 'company-menu',
    path: () => '/management',
    as: 'crowded',
    shown: async (page) => {
      await heading('What is on this week')(page)
      await page.getByRole('button', { name: /Menu of/ }).click()
      await page.getByText('Logout & Go Home').waitFor()
    },
  },
  {
    name: 'review-long',
    path: ({ tasks }) => `/management?show=task-${tasks.long.taskId}`,
    as: 'crowded',
    shown: dialog(({ tasks }) => tasks.long.title),
  },
  {
    name: 'posted-detail',
    path: () => '/management?show=posted',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('dialog', { name: 'Posted Tasks' }).getByRole('button', { name: 'Preview' }).click()
      await page.getByText('Admin Post Comments').waitFor()
    },
  },
  {
    name: 'review-newer',
    path: ({ tasks }) => `/management?show=task-${tasks.delivered.taskId}`,
    as: 'owner',
    shown: newerPreview,
  },
  {
    name: 'review-preview-failed',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    answer: (page) => page.route('**/api/task/*/previews?*', (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('We couldn’t load the preview.').waitFor(),
  },
  ...['X', 'Facebook', 'LinkedIn'].map((network) => ({
    name: `review-${network.toLowerCase()}`,
    path: ({ tasks }: World) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner' as const,
    shown: frameOf(network),
  })),
  {
    name: 'review-version-1',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: /^Version 1/ }).click()
      await page.getByRole('button', { name: 'Compare with version 2' }).click()
      await page.getByRole('slider').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'review-pdf-damaged',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    answer: (page) =>
      page.route('**/files/public/previews/**', (route) =>
        // Pictures have the same path, but only the PDF file is requested with `fetch`.
        route.request().resourceType() === 'fetch' ? route.fulfill({ body: 'Not a PDF.' }) : route.continue(),
      ),
    shown: async (page) => {
      await page.getByRole('button', { name: 'Open PDF 3 of 3' }).click()
      await page.getByRole('link', { name: 'Download PDF' }).waitFor()
    },
  },
  {
    name: 'tracking-expense-refused',
    path: () => '/management?section=6',
    as: 'beginner',
    shown: async (page) => {
      await page.route('**/api/notifications/interests/*', (route) => route.fulfill({ status: 500, json: { message: '' } }))
      await page.getByRole('button', { name: 'Notify me when it’s ready' }).click()
      await page.getByText('This could not be saved. Please try again.').waitFor()
    },
  },
  {
    name: 'tracking-expense-error',
    path: () => '/management?section=6',
    as: 'beginner',
    answer: (page) => page.route('**/api/notifications/interests', (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('Your notification setting could not be loaded.').waitFor(),
  },
  {
    name: 'admin-overdue',
    path: () => '/admin/dashboard?tab=launch',
    as: 'admin',
    answer: allOverdue,
    shown: (page) => page.getByText('Over Date').first().waitFor(),
  },
  {
    name: 'admin-task-overdue',
    path: () => '/admin/dashboard?tab=launch',
    as: 'admin',
    answer: allOverdue,
    shown: async (page, { tasks }) => {
      // The card is found by its number, because tasks of other tests have the same title.
      const card = page.getByRole('article').filter({ hasText: `#${tasks.approved.taskId}` })
      await card.getByRole('link', { name: tasks.approved.title }).click()
      await page.getByRole('button', { name: 'Launch', exact: true }).waitFor()
    },
  },
]
