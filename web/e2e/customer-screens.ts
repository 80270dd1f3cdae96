import { type CustomerNote, listCustomerNotes, listLastContacts } from '@app/contracts/http/customer-notes.ts'
import { type CustomerList, listCustomers, type SheetWrite } from '@app/contracts/http/customers.ts'
import { listPersonMails, type PersonMail } from '@app/contracts/http/person-mails.ts'
import { personKeyOf } from '@app/contracts/rules/customer-notes.ts'
import type { Page } from 'playwright-core'
import { changeResponses } from './network.ts'
import { dialog, type Screen } from './screen.ts'

const section = () => '/management?section=1'
const LIST = `**/api${listCustomers.url}*`
const firstPerson = (page: Page) => page.getByRole('link', { name: 'Ada Whitlock', exact: true }).first()

const openFirst = async (page: Page) => {
  await firstPerson(page).click()
  await page.getByRole('dialog', { name: 'Customer Details' }).waitFor()
}

const listing = (change: (list: CustomerList) => Partial<CustomerList>) => (page: Page) =>
  changeResponses(page, LIST, (list: CustomerList) => ({ ...list, ...change(list) }))

const write = (list: CustomerList, at: number, changes: Partial<SheetWrite>): SheetWrite => ({
  id: `write-${at}`,
  kind: 'update',
  state: 'pending',
  customerId: list.data[at]?.['Customer ID'] ?? '',
  values: { 'Mobile No': '843-555-0199', Stage: 'Customer' },
  seen: {},
  theirs: null,
  removes: [],
  problem: null,
  createdAt: list.asOf,
  ...changes,
})

const troubled = (list: CustomerList): Partial<CustomerList> => ({
  stale: true,
  problem: { code: 'sign-in-page', message: 'The spreadsheet asks for a sign-in.' },
  missing: ['Other Details'],
  writes: [
    write(list, 0, { state: 'conflict', theirs: { 'Mobile No': '843-555-0112', Stage: 'Lost' } }),
    write(list, 1, { state: 'refused', problem: 'The row is no longer in the spreadsheet.' }),
    write(list, 2, {}),
  ],
})

const note = (changes: Partial<CustomerNote>): CustomerNote => ({
  _id: 'note-1',
  kind: 'call',
  text: '',
  happenedOn: '2026-11-20',
  authorId: 'owner-1',
  createdAt: '2026-11-20T15:00:00.000Z',
  ...changes,
})

const notes: CustomerNote[] = [
  note({ text: 'Would like rye on Fridays. Asked for the price of ten loaves a week, and for a call after Thanksgiving.' }),
  note({ _id: 'note-2', kind: 'meeting', happenedOn: '2026-10-02' }),
  note({ _id: 'note-3', kind: 'note', happenedOn: '2026-09-12', text: 'Allergic to nuts.\nHas two children.' }),
]

const mail = (changes: Partial<PersonMail>): PersonMail => ({
  _id: 'mail-1',
  campaignId: '019ac1b4-0000-7000-8000-000000000001',
  campaignName: 'Winter bread',
  stepType: 'Initial',
  subject: 'Fresh rye, every Friday',
  state: 'accepted',
  reason: null,
  at: '2026-11-05T15:00:00.000Z',
  bouncedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
  ...changes,
})

const mails: PersonMail[] = [
  mail({ unsubscribedAt: '2026-11-05T18:00:00.000Z' }),
  mail({ _id: 'mail-2', subject: 'The last loaves of autumn', state: 'failed', reason: 'The mailbox is full, closed or does not exist.' }),
]

/** Mocks responses: all persons have the same notes and campaign emails, and every second person has a last contact. */
async function withHistory(page: Page): Promise<void> {
  await page.route(`**/api${listCustomerNotes.url}*`, (route) => route.fulfill({ json: notes }))
  await page.route(`**/api${listPersonMails.url.replace(/:\w+/, '*')}*`, (route) => route.fulfill({ json: mails }))
  await page.route(`**/api${listLastContacts.url}*`, async (route) => {
    const { authorization = '' } = route.request().headers()
    const { origin } = new URL(route.request().url())
    const response = await page.request.get(`${origin}/api${listCustomers.url}`, { headers: { authorization } })
    const { data } = (await response.json()) as CustomerList
    const persons = data.filter((_, at) => at % 2 === 0).flatMap((customer) => personKeyOf(customer) ?? [])
    await route.fulfill({ json: [...new Set(persons)].map((person) => ({ person, kind: 'call', happenedOn: '2026-11-20' })) })
  })
}

export const customerScreens: Screen[] = [
  { name: 'customers', path: section, as: 'owner', shown: (page) => firstPerson(page).waitFor() },
  { name: 'add-customer', path: () => `${section()}&show=new`, as: 'owner', shown: (page) => page.getByLabel('First Name').waitFor() },
  { name: 'customer', path: section, as: 'owner', shown: openFirst },
  {
    name: 'edit-customer',
    path: section,
    as: 'owner',
    shown: async (page, world) => {
      await openFirst(page)
      await page.getByRole('button', { name: 'Edit Customer' }).click()
      await dialog(() => 'Edit Customer')(page, world)
    },
  },
  { name: 'duplicates', path: () => `${section()}&show=duplicates`, as: 'owner', shown: dialog(() => 'Duplicates') },
]

export const customerStates: Screen[] = [
  {
    name: 'customers-not-configured',
    path: section,
    as: 'beginner',
    shown: (page) => page.getByText('Google Sheets API is not configured for your company profile.').waitFor(),
  },
  {
    name: 'customers-with-contacts',
    path: section,
    as: 'owner',
    answer: withHistory,
    shown: (page) =>
      page
        .getByText(/^Call · /)
        .first()
        .waitFor(),
  },
  {
    name: 'customer-history',
    path: section,
    as: 'owner',
    answer: withHistory,
    shown: async (page) => {
      await openFirst(page)
      await page.getByText('Allergic to nuts.').waitFor()
      await page.getByText('The last loaves of autumn').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'customer-note-refused',
    path: section,
    as: 'owner',
    shown: async (page) => {
      await openFirst(page)
      await page.getByLabel('Kind').selectOption('Note')
      await page.getByRole('button', { name: 'Add to history' }).click()
      await page.getByText('Write a note').waitFor()
    },
  },
  {
    name: 'customer-note-remove',
    path: section,
    as: 'owner',
    answer: withHistory,
    shown: async (page) => {
      await openFirst(page)
      await page.getByRole('button', { name: 'Remove meeting' }).click()
      await page.getByRole('dialog', { name: 'Remove meeting?' }).waitFor()
    },
  },
  {
    name: 'customers-empty',
    path: section,
    as: 'owner',
    answer: listing(() => ({ data: [], writes: [] })),
    shown: (page) => page.getByText('No Customer Data Found').waitFor(),
  },
  {
    name: 'customers-not-found',
    path: () => `${section()}&q=nobody`,
    as: 'owner',
    shown: (page) => page.getByText('No Search Results').waitFor(),
  },
  {
    name: 'customers-error',
    path: section,
    as: 'owner',
    answer: (page) => page.route(LIST, (route) => route.fulfill({ status: 502, json: { message: 'The spreadsheet did not answer.' } })),
    shown: (page) => page.getByText('Error Loading Data').waitFor(),
  },
  {
    name: 'customers-troubled',
    path: section,
    as: 'owner',
    answer: listing(troubled),
    shown: (page) =>
      page
        .getByRole('link', { name: /^Ada Whitlock/ })
        .first()
        .waitFor(),
  },
  {
    name: 'customer-conflict',
    path: section,
    as: 'owner',
    answer: listing(troubled),
    shown: async (page) => {
      await page
        .getByRole('link', { name: /^Ada Whitlock/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    },
  },
  {
    name: 'customers-not-understood',
    path: () => `${section()}&show=cells`,
    as: 'owner',
    shown: dialog(() => 'Cells with invalid values'),
  },
]
