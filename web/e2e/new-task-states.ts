import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import type { Screen } from './screen.ts'

/** The form for a new task. */
export const newTaskStates: Screen[] = [
  {
    name: 'new-task-month-full',
    path: () => '/management?show=new',
    as: 'crowded',
    shown: async (page, { tasks }) => {
      await page.getByLabel('Submission for review').fill(tasks.long.submissionForReview ?? '')
      await page.getByLabel('Target posting').fill(tasks.long.targetPostingDate ?? '')
      await page.getByText(/^Warning: 4 tasks/).waitFor()
    },
  },
  {
    name: 'new-task-refused',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'new-task-discard',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByLabel('Task Title').fill('Half written')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Discard what you entered?' }).waitFor()
    },
  },
  {
    name: 'new-task-restored',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByLabel('Task Title').fill('Half written')
      await page.reload()
      await page.getByText('We restored what you entered before.').waitFor()
    },
  },
  {
    // On wide screens, the details are open at first, and the click hides them. On phones, the click shows them.
    name: 'new-task-details',
    path: () => '/management?show=new',
    as: 'owner',
    shown: (page) => page.getByText(/^(Add more|Hide) details/).click(),
  },
  {
    name: 'new-task-examples',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: /^Start from/ }).click()
      await page.getByRole('dialog', { name: 'Start from' }).getByRole('searchbox').waitFor()
    },
  },
  {
    name: 'new-task-example',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: /^Start from/ }).click()
      await page.getByRole('button', { name: 'Event', exact: true }).click()
      await page.getByRole('button', { name: 'Undo all' }).waitFor()
    },
  },
  {
    name: 'new-task-example-conflict',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByLabel('Task Title').fill('Half written')
      await page.getByRole('button', { name: /^Start from/ }).click()
      await page.getByRole('button', { name: 'Event', exact: true }).click()
      await page.getByRole('dialog', { name: 'Replace your text?' }).waitFor()
    },
  },
  {
    name: 'new-task-created',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page, { tasks }) => {
      const title = 'Just created'
      const created: Task = { ...tasks.waiting, _id: crypto.randomUUID(), taskId: tasks.long.taskId + 1, title }
      await page.route('**/api/task/create-task', (route) => route.fulfill({ status: 201, json: created }))
      // The live stream may load the list again, which must contain the task, too.
      await page.route('**/api/task/tasks/**', async (route) => {
        const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
        await route.fulfill({ response, json: [created, ...((await response.json()) as Task[])] })
      })
      const tomorrow = tomorrowIn(DEFAULT_TIMEZONE)
      await page.getByLabel('Task Title').fill(title)
      await page.getByLabel('Submission for review').fill(tomorrow)
      await page.getByLabel('Target posting').fill(addDays(tomorrow, 70))
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('article', { name: title }).waitFor()
    },
  },
]
