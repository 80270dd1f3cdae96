import { type CustomerList, listCustomers, type SheetWrite } from '@app/contracts/http/customers.ts'
import type { Page } from 'playwright-core'
import { dialog, type Screen } from './screen.ts'

const section = () => '/management?section=1'
const LIST = `**/api${listCustomers.url}*`
const firstPerson = (page: Page) => page.getByRole('link', { name: 'Ada Whitlock', exact: true }).first()

const openFirst = async (page: Page) => {
  await firstPerson(page).click()
  await page.getByRole('dialog', { name: 'Customer Details' }).waitFor()
}

const listing = (change: (list: CustomerList) => Partial<CustomerList>) => (page: Page) =>
  page.route(LIST, async (route) => {
    const list = (await (await route.fetch()).json()) as CustomerList
    await route.fulfill({ json: { ...list, ...change(list) } })
  })

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

export const customerScreens: Screen[] = [
  { name: 'customers', path: section, as: 'owner', shown: (page) => firstPerson(page).waitFor() },
  { name: 'add-customer', path: () => `${section()}&show=new`, as: 'owner', shown: (page) => page.getByLabel('First Name').waitFor() },
  { name: 'customer', path: section, as: 'owner', shown: openFirst },
  {
    name: 'edit-customer',
    path: section,
    as: 'owner',
    shown: async (page, world) => {
      await page.getByRole('button', { name: 'Update Ada Whitlock' }).first().click()
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
