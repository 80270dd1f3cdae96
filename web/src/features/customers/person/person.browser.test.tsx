import { dropWrite, updateCustomer } from '@app/contracts/http/customers.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { customerOf, listOf, ownerWithCustomers, writeOf } from '../../../testing/customers.ts'
import { sendToOwnerStream } from '../../../testing/live.ts'
import { address, openApp } from '../../../testing/open.tsx'

const SECTION = '/management?section=1'
const details = page.getByRole('dialog', { name: 'Customer Details' })
const facts = () =>
  [...details.element().querySelectorAll('dl > div')].map((fact) => [...fact.children].map(({ textContent }) => textContent))

it('shows all fields of a person and copies the email address; Escape returns the focus to the row', async () => {
  ownerWithCustomers(() =>
    listOf([
      customerOf({ Stage: 'Customer', 'Customer date': '2026-11-09', 'Lead Date': 'last spring', 'Other Details': 'Rye\nand wheat' }),
      customerOf({ row: 3, 'First Name': '', 'Last Name': '', 'Email id': '', 'Mobile No': '', 'Lead Date': '', 'Customer ID': '' }),
    ]),
  )
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await openApp(SECTION)
  // The link of the name covers the whole row, so the link receives this click. `force` lets the test click the covered cell.
  await page.getByRole('cell', { name: 'Customer', exact: true }).click({ force: true })
  await expect.element(details).toBeVisible()
  expect(facts()).toEqual([
    ['Full Name', 'Ann Lee'],
    ['Email', 'ann@shop.example'],
    ['Mobile No', '(803) 555-0142'],
    ['Stage', 'Customer'],
    ['Email Subscription', 'Yes'],
    ['Customer Date', 'Mon, Nov 9, 2026'],
    ['Lead Date', 'last spring'],
    ['Other Details', 'Rye\nand wheat'],
  ])
  await expect.element(details.getByRole('link', { name: '(803) 555-0142' })).toHaveAttribute('href', 'tel:+18035550142')
  await details.getByRole('button', { name: 'Copy email address' }).click()
  await expect.element(details.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(copied).toEqual(['ann@shop.example'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('link', { name: 'Ann Lee', exact: true })).toHaveFocus()

  await page.getByRole('link', { name: 'No name provided', exact: true }).click()
  await expect.element(details).toBeVisible()
  expect(address()).toBe(`${SECTION}&row=3`)
  expect(facts().map(([, value]) => value)).toEqual(['No name provided', 'No email', 'Not set', 'Lead', 'Yes', 'Not set', 'Not set'])
  await expect.element(details.getByText(/^Row 3 of the spreadsheet\. It has no unique Customer ID/)).toBeVisible()
  await details.getByRole('button', { name: 'Edit Customer' }).click()
  await expect.element(page.getByText('Customer ID is required for update')).toBeVisible()
})

it('shows both versions of a conflict and keeps the chosen one', async () => {
  const conflict = writeOf({
    state: 'conflict',
    values: { 'Mobile No': '1', Stage: 'Lost' },
    seen: { 'Mobile No': '0', Stage: 'Lead' },
    theirs: { 'Mobile No': '2', Stage: '' },
  })
  const writes = [conflict]
  ownerWithCustomers(() => listOf([customerOf({ 'Mobile No': '2', Stage: '' })], { writes }))
  await openApp(`${SECTION}&person=c-2`)
  const sides = () =>
    [...details.element().querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
  await expect.poll(sides).toEqual([
    ['Mobile No', '1', '2'],
    ['Stage', 'Lost', 'Empty'],
  ])

  const dropped = answer(dropWrite, () => refusal(503, 'Being restarted.'))
  await details.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(page.getByText('We couldn’t discard the change: Being restarted.')).toBeVisible()
  expect(dropped).toHaveLength(1)

  const sent = answer(updateCustomer, () => {
    const write = writeOf({ id: 'write-2', values: conflict.values })
    writes.splice(0, 1, write)
    return reply(updateCustomer, { data: customerOf(), write, message: '' })
  })
  await details.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(page.getByText('Update submitted! Refreshing data to verify...')).toBeVisible()
  expect(JSON.parse(String(sent[0]?.body))).toEqual({ values: conflict.values, seen: conflict.theirs })
  await expect.element(details.getByText('Pending: we’re saving this to your spreadsheet.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Customer Details' })).toHaveFocus()
  expect(facts()[2]).toEqual(['Mobile No', '1'])
})

it('a rejected change shows its reason and can be discarded; a person removed from the spreadsheet stays readable', async () => {
  let rows = [customerOf(), customerOf({ row: 3, 'First Name': 'Bea' })]
  const refused = writeOf({ state: 'refused', problem: 'The row no longer exists.', values: { Stage: 'Lost' } })
  let writes = [refused]
  ownerWithCustomers(() => listOf(rows, { writes }))
  answer(dropWrite, () => {
    writes = []
    rows = rows.slice(1)
    return reply(dropWrite, { message: '' })
  })
  await openApp(`${SECTION}&person=c-2`)
  await expect
    .element(details.getByText(/^The row no longer exists\. Choose Edit Customer to continue with what you entered/))
    .toBeVisible()
  await details.getByRole('button', { name: 'Discard the change' }).click()
  await expect.element(details.getByText('Not saved to your spreadsheet')).not.toBeInTheDocument()
  sendToOwnerStream('crm-proxy.write-refused.v1')
  await expect.element(details.getByText('This row is no longer in the spreadsheet.')).toBeVisible()
  await expect.element(details.getByText('Ann Lee')).toBeVisible()
  await expect.element(details.getByRole('button', { name: 'Edit Customer' })).not.toBeInTheDocument()
})
