import type { Review } from '@app/contracts/http/reviews.ts'
import type { Page } from 'playwright-core'
import { decidedOf, reviewOf } from '../src/testing/review-data.ts'
import { dialog, heading, type Screen } from './screen.ts'

/**
 * Returns a link that is different for each state. If two states had the same link, opening the second state would only reload the first.
 * The reload would open the dialog of the first state again, because the history entry contains the name of the open dialog.
 */
const linkOf = (name: string) => `/review/${name.padEnd(40, '-')}`
const CALLS = '**/api/review/**'

const answered = (review: Review) => async (page: Page) => {
  await page.route(CALLS, (route) => route.fulfill({ json: review }))
  await page.route('**/api/review/*/preview-notes?*', (route) => route.fulfill({ json: [] }))
}
const refused = (status: number, code: string) => (page: Page) =>
  page.route(CALLS, (route) => route.fulfill({ status, json: { code, message: 'Refused.' } }))

const state = (name: string, review: Review, title: string): Screen => ({
  name: `review-link-${name}`,
  path: () => linkOf(name),
  answer: answered(review),
  shown: heading(title),
})

/** Returns a screen with an open dialog. The function `shown` of the screen presses the button that opens the dialog. */
const pressed = (name: string, button: string, title: string, after?: (page: Page) => Promise<void>): Screen => ({
  name: `review-link-${name}`,
  path: () => linkOf(name),
  answer: answered(reviewOf()),
  shown: async (page, world) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await dialog(() => title)(page, world)
    await after?.(page)
  },
})

const failure = (name: string, status: number, title: string): Screen => ({
  name: `review-link-${name}`,
  path: () => linkOf(name),
  answer: refused(status, 'refused'),
  shown: heading(title),
})

const hidden = { company: null, task: null, preview: null } as const
const unconfirmed = decidedOf('approve')
if (unconfirmed.decision) unconfirmed.decision.isUnconfirmed = true

const [picture] = reviewOf().preview?.files ?? []
const several = reviewOf({ company: { name: 'Harbor & Pine Coffee Roasters of Beaufort', logo: null, color: '#0b3d5c' } })
if (several.preview && picture)
  several.preview = {
    ...several.preview,
    caption: 'The winter blend is back.\n\n'.repeat(12),
    files: [picture, { ...picture, url: `${picture.url}#2` }, { ...picture, url: `${picture.url}#3`, kind: 'pdf', bytes: 2_400_000 }],
  }

/** The page of review links in all its states, with mocked responses. */
export const reviewStates: Screen[] = [
  state('open', reviewOf(), 'Winter blend'),
  state('several-files', several, 'Winter blend'),
  state('remind-later', reviewOf({ snooze: { until: null, days: ['2027-03-11', '2027-03-12', '2027-03-13'] } }), 'Winter blend'),
  {
    ...state(
      'remind-later-failed',
      reviewOf({ snooze: { until: null, days: ['2027-03-11', '2027-03-12', '2027-03-13'] } }),
      'Winter blend',
    ),
    shown: async (page) => {
      await page.route('**/api/review/*/snooze', (route) => route.fulfill({ status: 503, json: { code: 'refused', message: '' } }))
      await page.getByRole('button', { name: 'Not before Friday' }).click()
      await page.getByText('We couldn’t save this. Please try again.').scrollIntoViewIfNeeded()
    },
  },
  state('snoozed', reviewOf({ snooze: { until: '2027-03-11', days: ['2027-03-11', '2027-03-12'] } }), 'Winter blend'),
  pressed('approve', 'Approve', 'Approve version 3?'),
  pressed('typed', 'Approve', 'Approve version 3?', async (page) => {
    await page.getByRole('button', { name: 'Can’t press and hold?' }).click()
    await page.getByRole('button', { name: 'Approve version 3' }).click()
    await page.getByText(/^Type \d+ to approve this version\.$/).waitFor()
  }),
  pressed('refer-back', 'Refer Back', 'Refer back version 3', async (page) => {
    await page.getByRole('button', { name: 'Press and hold to send' }).click()
    await page.getByText('Please provide feedback before rolling back').waitFor()
  }),
  pressed('feedback-typed', 'Refer Back', 'Refer back version 3', async (page) => {
    await page.getByLabel('What should be different?').fill('The headline is too small to read on a phone.')
    await page.getByRole('button', { name: 'Can’t press and hold?' }).click()
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await page.getByText(/^Type \d+ to send the feedback\.$/).waitFor()
  }),
  {
    ...pressed('code', 'Approve', 'Approve version 3?', async (page) => {
      await page.getByRole('button', { name: 'Can’t press and hold?' }).click()
      const [number = ''] = /\d+/.exec((await page.getByText(/^Type the number/).textContent()) ?? '') ?? []
      await page.getByLabel(/^Type the number/).fill(number)
      await page.getByRole('button', { name: 'Approve version 3' }).click()
      await page.getByRole('dialog', { name: 'Enter the code we emailed' }).waitFor()
    }),
    answer: async (page) => {
      await refused(403, 'code-required')(page)
      await page.route(`**/api${linkOf('code')}`, (route) => route.fulfill({ json: reviewOf() }))
    },
  },
  state('approved', decidedOf('approve'), 'Approved'),
  {
    ...state('undo', decidedOf('approve'), 'Approved'),
    shown: async (page, world) => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await dialog(() => 'Undo the approval of version 3?')(page, world)
    },
  },
  state('unconfirmed', unconfirmed, 'Approved, but not confirmed'),
  state('undone-often', decidedOf('approve', { canUndo: false, undosLeft: 0 }), 'Approved'),
  state('posted', decidedOf('approve', { canUndo: false }), 'Approved'),
  state('referred-back', decidedOf('refer-back'), 'Referred back'),
  state('replaced', reviewOf({ state: 'replaced', currentPreviewNo: 4, canResend: true }), 'Version 4 replaced this one'),
  state('expired', reviewOf({ state: 'expired', ...hidden, canResend: true }), 'This link has expired'),
  state('revoked', reviewOf({ state: 'revoked', ...hidden }), 'This link was turned off'),
  state('removed', reviewOf({ state: 'removed', ...hidden, sentTo: '' }), 'This task was removed'),
  failure('invalid', 404, 'This link is incomplete'),
  failure('busy', 429, 'Please wait a minute'),
  failure('away', 503, 'We can’t show this page right now'),
]
