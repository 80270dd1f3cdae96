import { mergeCustomers, type SheetWrite } from '@app/contracts/http/customers.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { customerOf, listOf, ownerWithCustomers, writeOf } from '../../../testing/customers.ts'
import { openApp } from '../../../testing/open.tsx'

const SECTION = '/management?section=1'
const ann = customerOf({ 'Mobile No': '', 'Lead Date': '2026-11-02' })
const again = customerOf({
  row: 7,
  'First Name': 'Annie',
  'Email id': ' ANN@shop.example',
  'Mobile No': '1',
  Stage: 'Customer',
  'Lead Date': '2026-10-01',
  'Customer date': 'spring',
  'Email Subscription': 'No',
})
const panel = page.getByRole('dialog', { name: 'Duplicates' })
const plan = () => [...panel.element().querySelectorAll('dl > div')].map((line) => [...line.children].map(({ textContent }) => textContent))
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent?.trim())

it('shows the number of duplicates, previews the merge and merges', async () => {
  const writes: SheetWrite[] = []
  ownerWithCustomers(() => listOf([ann, customerOf({ row: 3, 'Email id': 'bea@shop.example' }), again], { writes }))
  await openApp(SECTION)
  await expect.element(page.getByText('1 email address is in more than one row.')).toBeVisible()
  await page.getByRole('link', { name: 'View duplicates' }).click()
  await expect.poll(plan).toEqual([
    ['Mobile No', '1'],
    ['Stage', 'Lead → Customer'],
    ['Lead Date', 'Mon, Nov 2, 2026 → Thu, Oct 1, 2026'],
    ['Email Subscription', 'Yes → No'],
    ['Not copied', 'Customer Date: the other rows have invalid values.'],
    ['Rows to remove', 'row 7'],
  ])
  await panel.getByRole('radio', { name: /Annie/ }).click()
  await expect.poll(() => plan().at(-1)).toEqual(['Rows to remove', 'row 2'])
  await panel.getByRole('radio', { name: /Ann Lee/ }).click()

  answer(mergeCustomers, () => refusal(409, 'One of these rows has changed.'))
  const merge = panel.getByRole('button', { name: 'Merge 2 rows into one' })
  await merge.click()
  await expect.element(page.getByText('We couldn’t merge the rows: One of these rows has changed.')).toBeVisible()

  const values = { 'Mobile No': '1', Stage: 'Customer', 'Lead Date': '2026-10-01', 'Email Subscription': 'No' }
  const write = writeOf({ kind: 'merge', values, removes: ['c-7'] })
  const sent = answer(mergeCustomers, () => {
    writes.push(write)
    return reply(mergeCustomers, { data: ann, write, message: '' })
  })
  await merge.click()
  await expect.element(panel.getByText('No email address is in more than one row.')).toBeVisible()
  const { row: _first, ...kept } = ann
  const { row: _second, ...removed } = again
  expect(JSON.parse(String(sent[0]?.body))).toEqual({ rows: [kept, removed], values })
  await panel.getByRole('button', { name: 'Close' }).click()
  expect(names()).toEqual(['Ann Lee Pending', 'Ann Lee'])
})

it('explains what is needed before rows can be merged', async () => {
  ownerWithCustomers(() => listOf([ann, again], { canMerge: false }))
  const app = await openApp(`${SECTION}&show=duplicates`)
  await expect.element(panel.getByText(/Contact us to install our script/)).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Merge 2 rows into one' })).toHaveAttribute('aria-disabled', 'true')
  await app.unmount()
  queryClient.clear()

  ownerWithCustomers(() => listOf([ann, { ...again, 'Customer ID': '' }]))
  await openApp(`${SECTION}&show=duplicates`)
  await expect.element(panel.getByText(/^One of these rows has no unique Customer ID/)).toBeVisible()
  await expect.element(panel.getByRole('button', { name: /^Merge/ })).not.toBeInTheDocument()
})
