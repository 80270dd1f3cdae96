import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import type { Page } from 'playwright-core'
import { heading, type Screen } from './screen.ts'

const LIST = /\/api\/company-record\/[^/?]+(\?|$)/
const CHECK = '**/api/company-record/*/verify'

const entry: RecordEntry = {
  number: 1,
  kind: 'approve',
  taskId: 1042,
  title: 'The winter blend is back',
  previewNo: 2,
  contentHash: 'c3ab8ff13720e8ad9047dd39466b3c8974e592c2fa383d4a3960714caef0c4f2',
  channel: 'review-link',
  role: 'owner',
  decider: 'maria@harborpine.example',
  hasSigns: false,
  at: '2026-11-20T14:04:00.000Z',
  hash: '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
}
/**
 * Entries of a decision record: all kinds of decisions, an unconfirmed decision, a removed task, and an owner whose email address was
 * erased.
 */
const entries: readonly RecordEntry[] = [
  { ...entry, number: 6, kind: 'launch', role: 'admin', decider: null, channel: 'portal' },
  { ...entry, number: 5, kind: 'confirm', channel: 'portal' },
  { ...entry, number: 4, hasSigns: true },
  { ...entry, number: 3, kind: 'undo', previewNo: 1, decider: 'front.desk.and.gift.shop.orders@lowcountry-waterfront.example' },
  { ...entry, number: 2, title: null, previewNo: 1 },
  {
    ...entry,
    number: 1,
    kind: 'refer-back',
    title: 'Oyster roast on the pier, with the band and the raw bar',
    previewNo: 1,
    decider: null,
  },
]

const record = (json: readonly RecordEntry[]) => (page: Page) => page.route(LIST, (route) => route.fulfill({ json }))
const owners = { path: () => '/management?section=4&show=record', as: 'owner' } as const

const checked = (name: string, problem: object | null, words: RegExp): Screen => ({
  name: `decision-record-${name}`,
  ...owners,
  answer: async (page) => {
    await record(entries)(page)
    await page.route(CHECK, (route) => route.fulfill({ json: { count: entries.length, lastHash: entry.hash, problem } }))
  },
  shown: async (page) => {
    await page.getByRole('button', { name: 'Check the record' }).click()
    await page.getByText(words).waitFor()
  },
})

/** Screens with the decision record of a company (the list of all decisions about its previews), for owners and admins. */
export const recordStates: Screen[] = [
  {
    name: 'decision-record',
    ...owners,
    answer: record(entries),
    shown: (page) => page.getByRole('list', { name: 'Decisions' }).getByText('Removed task').waitFor(),
  },
  checked('checked', null, /^No problem found in 6 entries/),
  checked('changed', { number: 4, message: 'The hash does not match.' }, /^Entry 4 was changed/),
  {
    name: 'decision-record-empty',
    path: owners.path,
    as: 'beginner',
    shown: (page) => page.getByText('No decisions yet.').waitFor(),
  },
  {
    name: 'decision-record-loading',
    ...owners,
    answer: (page) => page.route(LIST, () => {}),
    shown: (page) => page.getByRole('status', { name: 'Loading the record' }).waitFor(),
  },
  {
    name: 'decision-record-error',
    ...owners,
    answer: (page) => page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('The record could not be loaded.').waitFor(),
  },
  {
    name: 'admin-decision-record',
    path: ({ documents: { menu } }) => `/admin/dashboard?tab=companies&company=${menu.companyProfileId}`,
    as: 'admin',
    answer: record(entries),
    shown: async (page) => {
      await heading('Decision record')(page)
      await page.getByRole('button', { name: 'Show the record' }).click()
      await page.getByRole('list', { name: 'Decisions' }).getByText('Removed task').scrollIntoViewIfNeeded()
    },
  },
]
