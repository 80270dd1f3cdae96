import type { Task } from '@app/contracts/http/tasks.ts'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const LIST = '**/api/task/tasks/**'
const CARDS = /\/api\/admin\/board\/tasks\?/
const HOUR_MS = 3_600_000
const OPENED = /\/api\/admin\/board\/tasks\/[^/?]+$/

type Changed = (json: never) => object

/** Changes the JSON of the responses of a URL. */
const changeResponses = (page: Page, url: string | RegExp, changed: Changed) =>
  page.route(url, async (route) => {
    // Without `If-None-Match`, the server sends the tasks and not a 304.
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    await route.fulfill({ response, json: changed((await response.json()) as never) })
  })

const unconfirmed = <T extends object>(task: T) => ({ ...task, approvalUnconfirmed: true })
const bounced = <T extends object>(task: T) => ({ ...task, emailBounced: true })

/** Marks all feedback as possibly sent by a machine. */
const unconfirmedFeedback = (task: Task) => ({
  ...task,
  rollbackFeedback: task.rollbackFeedback.map((entry) => ({ ...entry, isUnconfirmed: true })),
})

/** Changes the task of the admin's open panel. */
const changeOpened = (page: Page, change: (task: Task) => object) =>
  changeResponses(page, OPENED, ({ task, ...rest }: { task: Task }) => ({ ...rest, task: change(task) }))

const remindedAnHourAgo = (task: object) => ({ ...task, remindedAt: new Date(Date.now() - HOUR_MS).toISOString() })

const note = {
  previewNo: 1,
  source: 'email',
  author: 'maria@harborpine.example',
  isFromRecipient: true,
  isAutomatic: false,
  hasAttachments: false,
  createdAt: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
}
const notes = [
  { ...note, _id: '1', text: 'Please use the warmer photo.\n\nAnd could we post this on Friday?', hasAttachments: true },
  { ...note, _id: '2', text: 'We are closed until Monday.', isAutomatic: true },
  { ...note, _id: '3', text: 'I like it!', author: 'someone-else@harborpine.example', isFromRecipient: false },
]
const showNotes = (page: Page) => page.route('**/api/task/*/notes?*', (route) => route.fulfill({ json: notes }))

const allUnconfirmed = (tasks: readonly object[]) => tasks.map(unconfirmed)

/** The screens about unconfirmed approvals, replies and bounces of emails, and the settings of review links. */
export const approvalStates: Screen[] = [
  {
    name: 'unconfirmed-approval',
    path: ({ tasks }) => `/management?show=task-${tasks.approved.taskId}`,
    as: 'owner',
    answer: (page) => changeResponses(page, LIST, allUnconfirmed),
    shown: (page) => page.getByRole('heading', { name: 'Did you approve this preview?' }).waitFor(),
  },
  {
    name: 'admin-unconfirmed-approval',
    path: ({ tasks }) => `/admin/dashboard?tab=launch&task=${tasks.approved.taskId}`,
    as: 'admin',
    answer: (page) => changeOpened(page, unconfirmed),
    shown: (page) => page.getByRole('checkbox', { name: 'The client confirmed the approval' }).waitFor(),
  },
  {
    name: 'admin-unconfirmed-cards',
    path: () => '/admin/dashboard?tab=approved',
    as: 'admin',
    answer: (page) => changeResponses(page, CARDS, allUnconfirmed),
    shown: (page) => page.getByText('Unconfirmed', { exact: true }).first().waitFor(),
  },
  {
    name: 'admin-unconfirmed-table',
    path: () => '/admin/dashboard?tab=approved&view=dense',
    as: 'admin',
    answer: (page) => changeResponses(page, CARDS, (tasks: readonly object[]) => tasks.map(unconfirmed).map(bounced)),
    shown: (page) => page.getByText('Unconfirmed', { exact: true }).first().waitFor(),
  },
  {
    name: 'unconfirmed-feedback',
    path: ({ tasks }) => `/management?show=task-${tasks.referredBack.taskId}`,
    as: 'owner',
    answer: (page) => changeResponses(page, LIST, (tasks: readonly Task[]) => tasks.map(unconfirmedFeedback)),
    shown: (page) => page.getByText('An email program may have sent this feedback').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-unconfirmed-feedback',
    path: ({ tasks }) => `/admin/dashboard?tab=refer-back&task=${tasks.referredBack.taskId}`,
    as: 'admin',
    answer: (page) => changeOpened(page, unconfirmedFeedback),
    shown: (page) => page.getByText('An email program may have sent this feedback').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-reminder',
    path: ({ tasks }) => `/admin/dashboard?tab=pending&task=${tasks.delivered.taskId}`,
    as: 'admin',
    shown: (page) => page.getByRole('button', { name: 'Remind the client' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-reminded',
    path: ({ tasks }) => `/admin/dashboard?tab=pending&task=${tasks.delivered.taskId}`,
    as: 'admin',
    answer: async (page) => {
      await showNotes(page)
      await changeOpened(page, remindedAnHourAgo)
    },
    shown: (page) => page.getByText('1 hour ago').scrollIntoViewIfNeeded(),
  },
  {
    name: 'email-replies',
    path: ({ tasks }) => `/management?show=task-${tasks.approved.taskId}`,
    as: 'owner',
    answer: showNotes,
    shown: (page) => page.getByText('We are closed until Monday.').waitFor(),
  },
  {
    name: 'email-replies-error',
    path: ({ tasks }) => `/management?show=task-${tasks.delivered.taskId}`,
    as: 'owner',
    answer: (page) => page.route('**/api/task/*/notes?*', (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('Error loading replies').waitFor(),
  },
  {
    name: 'admin-bounced-email',
    path: ({ tasks }) => `/admin/dashboard?tab=launch&task=${tasks.approved.taskId}`,
    as: 'admin',
    answer: async (page) => {
      await showNotes(page)
      await changeOpened(page, bounced)
    },
    shown: async (page) => {
      await page.getByText('We are closed until Monday.').waitFor()
      await page.getByText(/bounced\. Please call\./).waitFor()
    },
  },
  {
    name: 'admin-bounced-cards',
    path: () => '/admin/dashboard?tab=approved',
    as: 'admin',
    answer: (page) => changeResponses(page, CARDS, (tasks: readonly object[]) => tasks.map(bounced)),
    shown: (page) => page.getByText('Email bounced. Please call.').first().waitFor(),
  },
  {
    name: 'review-settings',
    path: () => '/management?section=4&show=review-links',
    as: 'owner',
    answer: (page) =>
      page.route('**/api/task/review-settings/*', (route) => route.fulfill({ json: { reviewLinks: false, codeForNewBrowser: false } })),
    shown: (page) => page.getByText('Links in emails that we already sent no longer work.').waitFor(),
  },
]
