import type { Colleague, Invitation } from '@app/contracts/http/colleagues.ts'
import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import type { Page } from 'playwright-core'
import { reviewOf } from '../src/testing/review-data.ts'
import { heading, type Screen } from './screen.ts'

const LIST = '**/api/task/colleagues/*'

const ana: Colleague = {
  _id: '0192f3a0-0000-7000-8000-000000000011',
  name: 'Ana Ruiz',
  email: 'ana@harborpine.example',
  may: 'decide',
  state: 'active',
  invitedAt: '2026-11-18T14:00:00.000Z',
  changedAt: '2026-11-20T14:00:00.000Z',
  isExpired: false,
  hasBounced: false,
  asksToReturn: false,
}
const idOf = (last: number): string => `0192f3a0-0000-7000-8000-00000000002${last}`
/** Colleagues in all states. One colleague has very long texts. */
const colleagues: readonly Colleague[] = [
  ana,
  { ...ana, _id: idOf(2), name: 'Ben Carter', may: 'look', email: 'ben@harborpine.example' },
  {
    ...ana,
    _id: idOf(3),
    name: 'Maximiliane Featherstonehaugh-Cholmondeley of Beaufort',
    email: 'front.desk.and.gift.shop.orders@lowcountry-waterfront-preservation.example',
    state: 'invited',
    changedAt: null,
  },
  { ...ana, _id: idOf(4), name: 'Cleo Park', email: 'cleo@harborpine.example', hasBounced: true },
  { ...ana, _id: idOf(5), name: 'Dev Shah', email: 'dev@harborpine.example', state: 'invited', changedAt: null, isExpired: true },
  { ...ana, _id: idOf(6), name: 'Eli Voss', email: 'eli@harborpine.example', state: 'left' },
  { ...ana, _id: idOf(7), name: 'Fay Wu', email: 'fay@harborpine.example', state: 'left', asksToReturn: true },
]

const listed = (json: readonly Colleague[]) => (page: Page) => page.route(LIST, (route) => route.fulfill({ json }))
const owners = { path: () => '/management?section=4&show=colleagues', as: 'owner' } as const
const inList = async (page: Page) => void (await page.getByRole('list', { name: 'Colleagues' }).waitFor())

const invitation: Invitation = {
  state: 'invited',
  may: 'decide',
  sentTo: 'a…@harborpine.example',
  companyName: 'Harbor & Pine Coffee Roasters',
}

/** The page of an invitation. Each state has another URL, so that the browser loads the page again. */
const invited = (name: string, changes: Partial<Invitation>, title: string): Screen => ({
  name: `colleague-invitation-${name}`,
  path: () => `/review/invitation/${name.padEnd(40, '-')}`,
  answer: (page) => page.route('**/api/review/invitation/**', (route) => route.fulfill({ json: { ...invitation, ...changes } })),
  shown: heading(title),
})

/** Screens about colleagues, who get review links without having an account. */
export const colleagueStates: Screen[] = [
  { name: 'colleagues', ...owners, answer: listed(colleagues), shown: inList },
  {
    name: 'colleagues-empty',
    ...owners,
    answer: listed([]),
    shown: async (page) => {
      await page.getByText('No colleagues yet.').waitFor()
      await page.getByRole('button', { name: 'Invite', exact: true }).waitFor()
    },
  },
  {
    name: 'colleagues-refused',
    ...owners,
    answer: listed([ana]),
    shown: async (page) => {
      await inList(page)
      await page.getByRole('textbox', { name: 'Name' }).fill('www.prizes.example')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('Please enter a valid email address').waitFor()
    },
  },
  {
    name: 'colleagues-too-early',
    ...owners,
    answer: async (page) => {
      const message = 'You can invite colleagues after we have delivered your first preview.'
      await page.route(LIST, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 409, json: { status: 409, code: 'no-preview-yet', message } })
          : route.fulfill({ json: [] }),
      )
    },
    shown: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Ana Ruiz')
      await page.getByRole('textbox', { name: 'Email' }).fill('ana@harborpine.example')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('after we have delivered your first preview').waitFor()
    },
  },
  {
    name: 'colleagues-most',
    ...owners,
    answer: listed(Array.from({ length: COLLEAGUES_MAX }, (_, n) => ({ ...ana, _id: idOf(n), email: `ana.${n}@harborpine.example` }))),
    shown: async (page) => void (await page.getByText('To invite another person, remove a colleague first.').waitFor()),
  },
  {
    name: 'colleagues-remove',
    ...owners,
    answer: listed([ana]),
    shown: async (page) => {
      await page.getByRole('button', { name: 'Remove Ana Ruiz' }).click()
      await page.getByRole('dialog', { name: 'Remove Ana Ruiz?' }).waitFor()
    },
  },
  {
    name: 'colleagues-loading',
    ...owners,
    answer: (page) => page.route(LIST, () => {}),
    shown: (page) => page.getByRole('status', { name: 'Loading the colleagues' }).waitFor(),
  },
  {
    name: 'colleagues-error',
    ...owners,
    answer: (page) => page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('The colleagues could not be loaded.').waitFor(),
  },
  {
    name: 'admin-colleagues',
    path: ({ documents: { menu } }) => `/admin/dashboard?tab=companies&company=${menu.companyProfileId}`,
    as: 'admin',
    answer: listed(colleagues),
    shown: async (page) => {
      await page.getByRole('button', { name: 'Show the colleagues' }).click()
      await page.getByRole('list', { name: 'Colleagues' }).getByText('Eli Voss').scrollIntoViewIfNeeded()
    },
  },
  invited('open', {}, 'Review posts for a small business?'),
  invited('look', { may: 'look', companyName: null }, 'See posts for a small business?'),
  invited('accepted', { state: 'active' }, 'You review posts'),
  invited('left', { state: 'left' }, 'You won’t get any more emails'),
  invited('asked', { state: 'asked' }, 'We asked the owner'),
  invited('ended', { state: 'ended' }, 'You won’t get any more emails'),
  invited('expired', { state: 'expired' }, 'This invitation has expired'),
  invited('removed', { state: 'removed' }, 'This invitation no longer works'),
  {
    name: 'colleague-invitation-invalid',
    path: () => `/review/invitation/${'invalid'.padEnd(40, '-')}`,
    answer: (page) =>
      page.route('**/api/review/invitation/**', (route) => route.fulfill({ status: 404, json: { code: 'x', message: 'x' } })),
    shown: heading('This link is incomplete'),
  },
  {
    name: 'colleague-invitation-answer-failed',
    path: () => `/review/invitation/${'answer-failed'.padEnd(40, '-')}`,
    answer: (page) =>
      page.route('**/api/review/invitation/**', (route) =>
        route.request().method() === 'GET' ? route.fulfill({ json: invitation }) : route.abort(),
      ),
    shown: async (page) => {
      await page.getByRole('button', { name: /^Decline/ }).click()
      await page.getByText('your answer may not have arrived').waitFor()
    },
  },
  {
    name: 'colleague-invitation-away',
    path: () => `/review/invitation/${'away'.padEnd(40, '-')}`,
    answer: (page) =>
      page.route('**/api/review/invitation/**', (route) => route.fulfill({ status: 503, json: { code: 'x', message: 'x' } })),
    shown: heading('We can’t show this page right now'),
  },
  {
    name: 'review-link-colleague',
    path: () => `/review/${'look'.padEnd(40, '-')}`,
    answer: async (page) => {
      await page.route('**/api/review/**', (route) => route.fulfill({ json: reviewOf({ recipient: { kind: 'colleague', may: 'look' } }) }))
      await page.route('**/api/review/*/preview-notes?*', (route) => route.fulfill({ json: [] }))
    },
    shown: async (page) => void (await page.getByText('Someone else at the company decides.').waitFor()),
  },
]
