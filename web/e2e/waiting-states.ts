import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { WaitingPreview } from '@app/contracts/http/waiting.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Page } from 'playwright-core'
import { noteOf } from '../src/testing/preview-notes.ts'
import { changeResponses } from './network.ts'
import type { Screen } from './screen.ts'

const HOUR_MS = 3_600_000
const today = todayIn(DEFAULT_TIMEZONE)
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()

const recipient = {
  kind: 'owner',
  name: null,
  address: 'maria@harborpine.example',
  hasLink: true,
  sentAt: ago(50),
  bouncedAt: null,
  openedAt: null,
  snoozedUntil: null,
} as const satisfies WaitingPreview['recipients'][number]

/** One row for each state of the email and of the reminders. */
const rows: Partial<WaitingPreview>[] = [
  { reach: 'bounced', emailBounced: true, recipients: [{ ...recipient, bouncedAt: ago(49) }], targetPostingDate: addDays(today, -2) },
  {
    reach: 'opened',
    recipients: [
      { ...recipient, openedAt: ago(20), snoozedUntil: addDays(today, 2) },
      { ...recipient, kind: 'colleague', name: 'Jonathan Featherstonehaugh', address: 'jonathan.featherstonehaugh@harborpine.example' },
    ],
    remindedAt: ago(1),
    remindersSent: 2,
    targetPostingDate: today,
  },
  { reach: 'unopened', recipients: [recipient], remindedAt: ago(30), remindersSent: 1, targetPostingDate: addDays(today, 1) },
  {
    reach: 'no-email',
    reviewLinks: false,
    recipients: [{ ...recipient, hasLink: false, sentAt: null }],
    targetPostingDate: addDays(today, 5),
  },
  { reach: 'no-email', isOwnerConfirmed: false, recipients: [], phone: '', targetPostingDate: null, recurrenceStartDate: null },
]

const WAITING = /\/api\/admin\/board\/waiting\?/

/** Shows the rows above. The other fields are from the first waiting preview of the product. */
const showRows = (page: Page) =>
  page.route(WAITING, async (route) => {
    const response = await route.fetch()
    const [first]: WaitingPreview[] = await response.json()
    const json = rows.map((row, at) => ({ ...first, remindedAt: null, waitingSince: ago(50), ...row, _id: `${first?._id}-${at}` }))
    await route.fulfill({ response, json })
  })

const listedRows = (page: Page) => page.getByText('Wants no reminders before').waitFor()

const openQueue = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Review \d/ }).click()
  await page.getByRole('button', { name: /^Approve (all|both)/ }).waitFor()
}

/** Shows the previews of the queue one after the other, until the owner has seen all of them. */
async function seeAll(page: Page): Promise<void> {
  await openQueue(page)
  const panel = page.getByRole('dialog')
  const next = panel.getByRole('button', { name: 'Next task (J)' })
  // Approve is enabled when the preview is loaded.
  const loaded = panel.getByRole('button', { name: 'Approve', exact: true, disabled: false })
  await loaded.waitFor()
  while ((await next.getAttribute('aria-disabled')) === null) {
    const title = await panel.getByRole('heading', { level: 2 }).textContent()
    await next.click()
    await panel
      .getByRole('heading', { level: 2 })
      .filter({ hasNotText: title ?? '' })
      .waitFor()
    await loaded.waitFor()
  }
  await panel.getByText(/You have seen (all|both)/).waitFor()
}

const openQuestion = async (page: Page): Promise<void> => {
  await seeAll(page)
  await page.getByRole('button', { name: /^Approve (all|both)/ }).click()
  await page.getByRole('dialog', { name: /^Approve \d+ previews\?$/ }).waitFor()
}

/** More rows than the question shows without scrolling on a phone. */
const MANY = 9

/** Lists the first waiting preview several times, each with another number. */
async function withManyPreviews(page: Page): Promise<void> {
  await changeResponses(page, '**/api/task/tasks/*', async (tasks: Task[]) => {
    const first = tasks.find(({ currentStatus, doneTaskImage }) => currentStatus === 'Pending' && doneTaskImage)
    if (!first) return tasks
    const copies = Array.from({ length: MANY }, (_, at) => ({
      ...first,
      _id: `many-${at}`,
      taskId: first.taskId + at,
      title:
        at % 3 ? `Post ${at + 1} of the week` : `Post ${at + 1} of the week: ${first.title}, with the winter blend and the oyster roast`,
    }))
    await page.route(/\/api\/task\/many-\d/, async (one) => {
      const url = one.request().url()
      const task = copies.find(({ _id }) => url.endsWith(`/${_id}`))
      await (task ? one.fulfill({ json: task }) : one.continue({ url: url.replace(/many-\d/, first._id) }))
    })
    return copies
  })
}

/** Mocks two open notes on version 1 of each task, which is the current version of some tasks, and an earlier version of others. */
async function withOpenNotes(page: Page): Promise<void> {
  const notes = [noteOf(), noteOf({ number: 2, x: 0.7, y: 0.3 })]
  await changeResponses(page, '**/api/task/*/previews?*', (previews: Preview[]) =>
    previews.map((preview) => ({ ...preview, _id: `preview-${preview.number}` })),
  )
  await page.route('**/api/task/*/preview-notes?*', (route) => route.fulfill({ json: notes }))
}

/** States of the owner's queue of previews, and of the admin's list of waiting previews. */
export const waitingStates: Screen[] = [
  { name: 'review-queue', path: () => '/management', as: 'owner', shown: openQueue },
  { name: 'review-queue-seen', path: () => '/management', as: 'owner', shown: seeAll },
  { name: 'review-queue-approve', path: () => '/management', as: 'owner', shown: openQuestion },
  { name: 'review-queue-approve-many', path: () => '/management', as: 'owner', answer: withManyPreviews, shown: openQuestion },
  {
    name: 'review-queue-approve-notes',
    path: () => '/management',
    as: 'owner',
    answer: withOpenNotes,
    shown: async (page) => {
      await openQuestion(page)
      await page.getByText('Notes 1 and 2 are still open.').first().waitFor()
    },
  },
  {
    name: 'review-queue-results',
    path: () => '/management',
    as: 'owner',
    answer: (page) =>
      page.route('**/api/task/decisions', (route) => {
        const [first, ...others]: { id: string }[] = route.request().postDataJSON().decisions
        const message = 'A newer preview is ready. Please look at it first.'
        const results = [{ id: first?.id, status: 409, message }, ...others.map(({ id }) => ({ id, status: 200, message: '' }))]
        return route.fulfill({ json: { results } })
      }),
    shown: async (page) => {
      await openQuestion(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Approve \d+$/ })
        .click()
      await page.getByText('Please look at it first.').waitFor()
    },
  },
  { name: 'admin-waiting-rows', path: () => '/admin/dashboard?tab=waiting', as: 'admin', answer: showRows, shown: listedRows },
  {
    name: 'admin-waiting-reminded',
    path: () => '/admin/dashboard?tab=waiting',
    as: 'admin',
    answer: async (page) => {
      await showRows(page)
      await page.route('**/api/admin/tasks/*/remind', (route) =>
        route.fulfill({ status: 409, json: { code: 'not-waiting', message: 'No preview of this task is waiting for a decision.' } }),
      )
    },
    shown: async (page) => {
      await listedRows(page)
      await page.locator('button[aria-label^="Remind:"]:not([aria-disabled])').first().click()
      await page.getByText('No preview of this task is waiting').waitFor()
    },
  },
  {
    name: 'admin-waiting-empty',
    path: () => '/admin/dashboard?tab=waiting&reach=bounced',
    as: 'admin',
    answer: (page) => page.route(WAITING, (route) => route.fulfill({ json: [] })),
    shown: (page) => page.getByText('No email to a client bounced.').waitFor(),
  },
  {
    name: 'admin-waiting-none',
    path: () => '/admin/dashboard?tab=waiting',
    as: 'admin',
    answer: (page) => page.route(WAITING, (route) => route.fulfill({ json: [] })),
    shown: (page) => page.getByText('No preview is waiting for a client.').waitFor(),
  },
  {
    name: 'admin-waiting-error',
    path: () => '/admin/dashboard?tab=waiting',
    as: 'admin',
    answer: (page) => page.route(WAITING, (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('We couldn’t load the waiting previews.').first().waitFor(),
  },
]
