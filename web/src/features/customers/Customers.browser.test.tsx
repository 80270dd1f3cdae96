import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { listLastContacts } from '@app/contracts/http/customer-notes.ts'
import { listDocuments } from '@app/contracts/http/documents.ts'
import { expect, it, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { queryClient } from '../../shared/api/query-client.tsx'
import { answer, refusal, reply } from '../../testing/api.ts'
import { customerOf, listOf, ownerWithCustomers, withHistory, writeOf } from '../../testing/customers.ts'
import { cutOff, enlargeText } from '../../testing/enlarge-text.ts'
import { company } from '../../testing/fixtures.ts'
import { sendToOwnerStream } from '../../testing/live.ts'
import { address, go, openApp } from '../../testing/open.tsx'
import { highestRow, rowsOf, shareOfWindow } from '../../testing/rows.ts'

const SECTION = '/management?section=1'
const ann = customerOf()
const bea = customerOf({ row: 3, 'First Name': 'Bea', 'Last Name': 'Orr', 'Email id': 'bea@shop.example', Stage: 'Customer' })
const cal = customerOf({ row: 4, 'First Name': 'Cal', 'Last Name': '', 'Email id': '', Stage: 'Lost' })
const nameless = customerOf({
  row: 5,
  'First Name': '',
  'Last Name': ' ',
  'Email id': 'who@shop.example',
  Stage: 'prospect',
  'Customer ID': '',
})
const all = [ann, bea, cal, nameless]

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent?.trim())
const counters = () => page.getByRole('list', { name: 'People by stage' }).element().textContent?.replace(/\s+/g, ' ')
const details = page.getByRole('dialog', { name: 'Customer Details' })

it('on a phone with a text size of 200%, no value of a person is cut off (WCAG 1.4.4)', async () => {
  await enlargeText(390, 200)
  ownerWithCustomers(() => listOf([ann]))
  await openApp(SECTION)
  await expect.element(row('Ann Lee')).toBeVisible()
  expect(cutOff([...row('Ann Lee').element().children])).toEqual([])
})

it('lists people with name, email and stage, and placeholders for missing values', { tags: 'nightly' }, async () => {
  ownerWithCustomers(() => listOf(all))
  await openApp(SECTION)
  await expect.element(page.getByRole('heading', { name: 'Customer Engagement', level: 1 })).toBeVisible()
  await expect.poll(names).toEqual(['Ann Lee', 'Bea Orr', 'Cal', 'No name provided'])
  expect(counters()).toBe('1 Customer1 Leads1 Lost')
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Email', 'Stage', 'Last contact', 'Actions'])
  await expect.element(row('Ann Lee').getByRole('link', { name: 'ann@shop.example' })).toHaveAttribute('href', 'mailto:ann@shop.example')
  await expect.element(row('Cal').getByText('No email')).toBeVisible()
  await expect.element(row('No name provided').getByText('prospect')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Customer Engagement' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('navigation', { name: 'Sections' }).getByText('Customer Engagement')).toBeVisible()

  await page.getByRole('button', { name: 'Name' }).click()
  await expect.poll(names).toEqual(['Ann Lee', 'Bea Orr', 'Cal', 'No name provided'])
  await page.getByRole('button', { name: 'Name' }).click()
  await expect.poll(names).toEqual(['Cal', 'Bea Orr', 'Ann Lee', 'No name provided'])
  await page.getByRole('button', { name: 'Stage' }).click()
  await expect.poll(names).toEqual(['Bea Orr', 'Ann Lee', 'Cal', 'No name provided'])

  await row('No name provided')
    .getByRole('button', { name: /^Update/ })
    .click()
  await expect.element(page.getByText('Customer ID is required for update')).toBeInTheDocument()
})

it('search and stage filter are stored in the URL', async () => {
  ownerWithCustomers(() => listOf(all))
  await openApp(SECTION)
  const box = page.getByRole('searchbox', { name: 'Search' })
  await expect.element(box).toHaveAttribute('placeholder', 'Search customers...')
  await box.fill('shop LEE')
  await expect.element(page.getByText('(1 of 4 results for "shop LEE")')).toBeVisible()
  await expect.poll(names).toEqual(['Ann Lee'])
  await expect.poll(address).toBe(`${SECTION}&q=shop+LEE`)

  await page.getByRole('link', { name: 'Ann Lee' }).click()
  await expect.element(details).toBeVisible()
  expect(address()).toBe(`${SECTION}&q=shop+LEE&person=c-2`)
  await go(-1)
  await expect.element(details).not.toBeInTheDocument()
  await expect.element(box).toHaveValue('shop LEE')

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(names).toHaveLength(4)
  await expect.poll(address).toBe(SECTION)

  await page.getByRole('button', { name: /Lost$/ }).click()
  await expect.poll(names).toEqual(['Cal'])
  expect(address()).toBe(`${SECTION}&stage=Lost`)
  await box.fill('nobody')
  await expect.element(page.getByText('No Search Results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect.element(box).toHaveFocus()
  await expect.poll(names).toEqual(['Cal'])
  await go(-1)
  await expect.poll(names).toHaveLength(4)
})

it('a link opens a stage, a search and a person; a missing person shows a message once', async () => {
  ownerWithCustomers(() => listOf(all))
  const app = await openApp(`${SECTION}&stage=Lead&q=lee&person=c-2`)
  await expect.element(details).toBeVisible()
  await details.getByRole('button', { name: 'Back to List' }).click()
  expect(address()).toBe(`${SECTION}&stage=Lead&q=lee`)
  await expect.poll(names).toEqual(['Ann Lee'])
  await expect.element(page.getByRole('searchbox')).toHaveValue('lee')
  await app.unmount()
  queryClient.clear()

  await openApp(`${SECTION}&person=c-404`)
  await expect.element(page.getByText('Customer not found')).toBeInTheDocument()
  await expect.poll(address).toBe(SECTION)
})

it('shows an empty state for an empty spreadsheet and one for a missing spreadsheet', async () => {
  ownerWithCustomers(() => listOf([]))
  const app = await openApp(SECTION)
  await expect.element(page.getByText('No Customer Data Found')).toBeVisible()
  await expect.element(page.getByText('No contact submissions have been received yet.')).toBeVisible()
  await app.unmount()
  queryClient.clear()

  ownerWithCustomers(() => refusal(409, 'Google Sheets API is not configured for your company profile.'))
  const second = await openApp(SECTION)
  await expect.element(page.getByText('Google Sheets API is not configured for your company profile.')).toBeVisible()
  await second.unmount()
  queryClient.clear()

  const asked = ownerWithCustomers(() => listOf(all))
  let gsapi = ''
  answer(getCompanyProfile, () => reply(getCompanyProfile, { ...company, gsapi }))
  await openApp(SECTION)
  await expect.element(page.getByText('Please contact your administrator to configure the Google Sheets API integration.')).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect.element(sections.getByText('Customer Engagement')).not.toBeInTheDocument()
  expect(asked).toHaveLength(0)

  gsapi = 'https://script.example/exec'
  sendToOwnerStream()
  await expect.element(sections.getByText('Customer Engagement')).toBeVisible()
  await expect.poll(names).toHaveLength(4)
})

it.each([
  [() => refusal(502, 'HTTP error! status: 500'), 'Failed to load customer data: HTTP error! status: 500'],
  [() => new Response('', { status: 500 }), 'Failed to load customer data: HTTP error! status: 500'],
])('a load error shows its reason and can be retried', async (fail, sentence) => {
  ownerWithCustomers(fail)
  await openApp(SECTION)
  await expect.element(page.getByRole('heading', { name: 'Error Loading Data' })).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
  ownerWithCustomers(() => listOf(all))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(names).toHaveLength(4)
})

it('Refresh Data reads the spreadsheet again; a 304 response only updates the time', async () => {
  let unchanged = false
  const asked = ownerWithCustomers(() =>
    unchanged
      ? new Response(null, { status: 304, headers: { etag: '"first"', 'as-of': new Date(2026, 10, 22, 9, 30).toISOString() } })
      : Response.json(listOf(all), { headers: { etag: '"first"' } }),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 9, 40) })
  try {
    await openApp(SECTION)
    await expect.element(page.getByText('as of 9:02 AM')).toBeVisible()
    // The emoji is part of the name, and is shown as an icon.
    const refresh = page.getByRole('button', { name: '🔄 Refresh Data' }).element()
    expect(refresh.querySelector('.visually-hidden')?.textContent).toBe('🔄 ')
    expect(refresh.querySelector('svg')?.ariaHidden).toBe('true')
    unchanged = true
    await page.getByRole('button', { name: '🔄 Refresh Data' }).click()
    await expect.element(page.getByText('as of 9:30 AM')).toBeVisible()
    expect(asked.map(({ address, headers }) => [address, headers.get('if-none-match')])).toEqual([
      ['/api/crm/customers', null],
      ['/api/crm/customers?fresh=true', '"first"'],
    ])
    expect(names()).toHaveLength(4)

    await commands.setOffline(true)
    await page.getByRole('button', { name: '🔄 Refresh Data' }).click()
    await expect.element(page.getByText('You are offline. Try again when you have a connection.').first()).toBeVisible()
    expect(names()).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

it('shows the problems of the spreadsheet: a stale copy and its reason, invalid cells, missing columns', async () => {
  const problem = { code: 'sign-in-page', message: 'Google asks to sign in.' } as const
  const first = [{ row: 5, column: 'Stage', value: 'prospect', message: 'Not Lead, Customer or Lost.' } as const]
  ownerWithCustomers(() =>
    listOf(all, { stale: true, problem, missing: ['Mobile No', 'Other Details'], notUnderstood: { count: 1, first } }),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 9, 40) })
  try {
    await openApp(SECTION)
    await expect
      .element(
        page.getByText(
          /couldn’t read your spreadsheet\. This list is as of yesterday, 9:02 AM\. Google asks to sign in\. Please contact us/,
        ),
      )
      .toBeVisible()
    await expect.element(page.getByText(/^Your spreadsheet has no column named “Mobile No” and “Other Details”\./)).toBeVisible()
    await expect.element(page.getByText('1 cell has an invalid value. Correct it in your spreadsheet.')).toBeVisible()
    await page.getByRole('link', { name: 'View it' }).click()
    const cells = page.getByRole('dialog', { name: 'Cells with invalid values' })
    await expect.element(cells.getByRole('listitem')).toHaveTextContent('Stage, row 5prospectNot Lead, Customer or Lost.')
    await userEvent.keyboard('{Escape}')
    expect(address()).toBe(SECTION)
  } finally {
    vi.useRealTimers()
  }
})

it('exports the shown rows as a CSV file', async () => {
  ownerWithCustomers(() => listOf(all))
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return 'blob:nothing'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await openApp(`${SECTION}&stage=Customer`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(await saved[0]?.text()).toMatch(/^First Name,.*\r\nBea,Orr,bea@shop\.example,'\+1 803 555 0142,Customer,2026-11-02,,Yes,,c-3\r\n$/)
  expect(click.mock.instances[0]).toHaveProperty('download', expect.stringMatching(/^customers-\d{4}-\d\d-\d\d\.csv$/))
  vi.restoreAllMocks()
})

it('marks pending changes, conflicts and rejected changes', async () => {
  ownerWithCustomers(() =>
    listOf([ann, bea, customerOf({ row: 6, 'First Name': 'Dee' })], {
      writes: [
        writeOf({ values: { 'Mobile No': '1' } }),
        writeOf({ id: 'write-2', customerId: 'c-3', state: 'conflict', values: { Stage: 'Lost' }, theirs: { Stage: 'Lead' } }),
        writeOf({ id: 'write-3', customerId: 'c-6', state: 'refused', problem: 'The column is missing.' }),
        writeOf({ id: 'write-4', kind: 'add', customerId: 'new', values: { 'First Name': 'Eve', 'Last Name': 'Fox', Stage: 'Lead' } }),
      ],
    }),
  )
  await openApp(SECTION)
  await expect.poll(names).toEqual(['Ann Lee Pending', 'Bea Orr Conflict', 'Dee Lee Not saved', 'Eve Fox Pending'])
  await expect.element(page.getByText('Bea Orr was changed here and in the spreadsheet.')).toBeVisible()
  await expect.element(page.getByText(/If they’re right, choose Discard\. Otherwise, choose View/)).toBeVisible()
  await expect.element(page.getByText('Dee Lee was not changed. The column is missing.')).toBeVisible()
})

const crowd = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    customerOf({ row: at + 10, 'First Name': `Person ${at}`, 'Last Name': '', 'Email id': `person-${at}@shop.example` }),
  )

it('shows the last contact, and keeps the order in the URL', async () => {
  ownerWithCustomers(() => listOf([ann, bea, cal]))
  withHistory({
    contacts: [
      { person: 'email:ann@shop.example', kind: 'call', happenedOn: '2026-11-02' },
      { person: 'email:bea@shop.example', kind: 'meeting', happenedOn: '2026-10-05' },
    ],
  })
  const app = await openApp(SECTION)
  await expect.element(row('Ann Lee').getByText('Call · Mon, Nov 2, 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Last contact' }).click()
  await expect.poll(names).toEqual(['Bea Orr', 'Ann Lee', 'Cal'])
  expect(address()).toBe(`${SECTION}&sort=last-contact`)
  await page.getByRole('button', { name: 'Last contact' }).click()
  await expect.poll(names).toEqual(['Ann Lee', 'Bea Orr', 'Cal'])
  expect(address()).toBe(`${SECTION}&sort=-last-contact`)
  await app.unmount()

  await openApp(`${SECTION}&sort=-name`)
  await expect.poll(names).toEqual(['Cal', 'Bea Orr', 'Ann Lee'])
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
})

it('while a change of the email address is pending, the row shows the last contact of the address in the spreadsheet', async () => {
  const writes = [writeOf({ values: { 'Email id': 'ann@new.example' } })]
  ownerWithCustomers(() => listOf([ann], { writes }))
  withHistory({ contacts: [{ person: 'email:ann@shop.example', kind: 'call', happenedOn: '2026-11-02' }] })
  await openApp(SECTION)
  await expect.element(row('Ann Lee').getByText('ann@new.example')).toBeVisible()
  await expect.element(row('Ann Lee').getByText('Call · Mon, Nov 2, 2026')).toBeVisible()
})

/** Loads the list of customers again, but no other data. */
const reload = () => queryClient.refetchQueries({ predicate: ({ queryKey }) => !['contacts', 'notes'].includes(String(queryKey[1])) })

it('after a change of the email address is written, the row shows the last contact of the new address', async () => {
  let list = listOf([ann])
  ownerWithCustomers(() => list)
  withHistory({ contacts: [{ person: 'email:ann@shop.example', kind: 'call', happenedOn: '2026-11-02' }] })
  await openApp(SECTION)
  await expect.element(row('Ann Lee').getByText('Call · Mon, Nov 2, 2026')).toBeVisible()
  list = listOf([ann], { writes: [writeOf({ values: { 'Email id': 'ann@new.example' } })] })
  await reload()
  await expect.element(row('Ann Lee').getByText('ann@new.example')).toBeVisible()
  withHistory({ contacts: [{ person: 'email:ann@new.example', kind: 'call', happenedOn: '2026-11-02' }] })
  list = listOf([{ ...ann, 'Email id': 'ann@new.example' }])
  await reload()
  await expect.element(row('Ann Lee').getByText('Pending')).not.toBeInTheDocument()
  await expect.element(row('Ann Lee').getByText('Call · Mon, Nov 2, 2026')).toBeVisible()
})

it('if the last contacts cannot be loaded, the list stays, and the owner can retry', async () => {
  ownerWithCustomers(() => listOf([ann]))
  answer(listLastContacts, () => refusal(500, 'Something went wrong'))
  await openApp(SECTION)
  await expect.element(page.getByText('We couldn’t load the last contacts.')).toBeVisible()
  expect(names()).toEqual(['Ann Lee'])
  withHistory({ contacts: [{ person: 'email:ann@shop.example', kind: 'email', happenedOn: '2026-11-02' }] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Ann Lee').getByText('Email · Mon, Nov 2, 2026')).toBeVisible()
})

it('rows fit the screen: at most 72 px on a phone, and no empty space beside or below the list on a wide screen', {
  tags: 'nightly',
}, async () => {
  const long = customerOf({
    Stage: 'friend of the house '.repeat(5),
    'First Name': 'Maximiliane-Theodora'.repeat(5),
    'Email id': `${'long-'.repeat(20)}@shop.example`,
  })
  ownerWithCustomers(() => listOf([long, ...crowd(40)], { writes: [writeOf({ state: 'conflict' })] }))
  withHistory({ contacts: [{ person: 'email:person-1@shop.example', kind: 'message', happenedOn: '2026-11-02' }] })
  await openApp(SECTION)
  try {
    await page.viewport(390, 844)
    await expect.poll(() => rowsOf('customers').length).toBe(41)
    await expect.element(row('Person 1').getByText('Message · Mon, Nov 2, 2026').first()).toBeVisible()
    await expect.element(row('Maximiliane').getByText('Conflict')).toBeVisible()
    await expect.poll(() => highestRow('customers')).toBeLessThanOrEqual(72)
    expect(document.documentElement.scrollWidth).toBe(390)
    await expect.element(row('Person 1').getByRole('link', { name: 'person-1@shop.example' }).first()).toBeVisible()
    await expect.element(row('Person 1').getByRole('button', { name: 'Update Person 1', exact: true })).toBeVisible()
    // No cell of an ordinary row is cut off.
    const cells = [...(rowsOf('customers')[1]?.cells ?? [])]
    expect(cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent)).toEqual([])
  } finally {
    await page.viewport(1440, 900)
  }
  await expect.element(row('Person 1').getByRole('button', { name: 'Update Person 1', exact: true })).toBeVisible()
  expect(shareOfWindow(page.getByRole('table', { name: 'customers' }).element())).toBeGreaterThan(1 / 3)
})

it('Back and Forward return to the same place of a long list', { tags: 'nightly' }, async () => {
  ownerWithCustomers(() => listOf(crowd(2_000)))
  answer(listDocuments, () => reply(listDocuments, { success: true, data: [] }))
  await openApp(SECTION)
  await expect.poll(() => rowsOf('customers').length).toBeGreaterThan(0)
  const personAtTop = () => rowsOf('customers').find((one) => one.getBoundingClientRect().top >= 100)?.textContent

  window.scrollTo(0, 30_000)
  await expect.poll(() => personAtTop()).toBeDefined()
  await expect.poll(() => window.scrollY).toBe(30_000)
  const person = personAtTop()
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect.element(page.getByText('Click above to add Documents!')).toBeVisible()
  await expect.poll(() => window.scrollY).toBe(0)

  await go(-1)
  await expect.poll(() => window.scrollY).toBe(30_000)
  await expect.poll(() => personAtTop()).toBe(person)

  await go(1)
  await expect.element(page.getByText('Click above to add Documents!')).toBeVisible()
  await expect.poll(() => window.scrollY).toBe(0)
  await go(-1)
  await expect.poll(() => window.scrollY).toBe(30_000)
})
