import { addCustomer, dropWrite, type SheetWrite, updateCustomer } from '@app/contracts/http/customers.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { answer, never, refusal, reply, type Sent } from '../../../testing/api.ts'
import { customerOf, listOf, ownerWithCustomers, writeOf } from '../../../testing/customers.ts'
import { address, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'

const SECTION = '/management?section=1'
const ann = customerOf({ 'Other Details': 'Wants bread.' })
const toggle = page.getByRole('button', { name: 'Add Customer' })
const close = page.getByRole('button', { name: 'Close Form' })
const edit = page.getByRole('dialog', { name: 'Edit Customer' })
// The label of a required field ends with an asterisk.
const field = (name: string) => page.getByLabelText(new RegExp(`^${name}\\*?$`))
const bodyOf = (sent: Sent | undefined) => JSON.parse(String(sent?.body))
const optionsOf = (name: string) => [...field(name).element().querySelectorAll('option')].map(({ value }) => value)
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent?.trim())

const accepted = (write: SheetWrite) => reply(addCustomer, { data: customerOf(), write, message: 'Accepted' })

/** Returns how long a toast is shown, read from the animation of its progress bar. */
const clockOf = (sentence: string) => {
  const toast = [...document.querySelectorAll<HTMLElement>('.Toastify__toast')].find(({ textContent }) => textContent?.includes(sentence))
  const bar = toast?.querySelector<HTMLElement>('.Toastify__progress-bar--animated')
  return bar?.style.animationDuration
}

/** Signs in an owner, so that drafts are stored, and opens the list with these pending changes. */
async function openSection(writes: SheetWrite[] = [], at = SECTION) {
  const asked = ownerWithCustomers(() => listOf([ann], { writes }))
  signInAs.owner(tokenOf('ann'))
  return { asked, ...(await openApp(at)) }
}

it('a new entry is validated, sent, shown as pending at once, and polled after 2 s and at growing intervals', async () => {
  const writes: SheetWrite[] = []
  const { asked } = await openSection(writes)
  await toggle.click()
  expect(address()).toBe(`${SECTION}&show=new`)
  await expect.element(close).toBeVisible()
  await expect.element(field('First Name')).toHaveFocus()
  expect(optionsOf('Stage')).toEqual(['Lead', 'Customer'])
  expect(optionsOf('Email Subscription')).toEqual(['Yes', 'No'])
  await expect.element(field('Email Subscription')).toHaveValue('Yes')
  const today = new Date().toLocaleDateString('sv')
  await expect.element(field('Lead Date')).toHaveValue(today)

  const required = 'Please fill in all required fields (First Name, Last Name, Email)'
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByRole('alert').getByText(required)).toBeVisible()
  expect(clockOf(required)).toBe('5000ms')

  await field('First Name').fill(' Zoë ')
  await field('Last Name').fill('Fox')
  await field('Email').fill('zoe@')
  await expect.element(page.getByRole('main').getByText(/valid email/)).toBeVisible()
  await field('Email').fill('zoe@shop.example')
  await field('Stage').selectOptions('Customer')

  answer(addCustomer, () => refusal(503, 'Being restarted.'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Failed to add entry: Being restarted.')).toBeVisible()
  expect(clockOf('Failed to add entry')).toBe('5000ms')
  await expect.element(field('Last Name')).toHaveValue('Fox')

  const values = { 'First Name': 'Zoë', 'Last Name': 'Fox', 'Email id': 'zoe@shop.example', Stage: 'Customer' }
  const write = writeOf({ kind: 'add', customerId: 'c-new', values })
  const sent = answer(addCustomer, () => accepted(write))
  const before = asked.length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  try {
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect.element(page.getByText('Entry submitted! Refreshing data to verify...')).toBeVisible()
    expect(clockOf('Entry submitted')).toBe('3000ms')
    expect(bodyOf(sent[0])).toEqual({
      ...values,
      'Mobile No': '',
      'Lead Date': today,
      'Customer date': '',
      'Email Subscription': 'Yes',
      'Other Details': '',
    })
    await expect.poll(names).toEqual(['Ann Lee', 'Zoë Fox Pending'])
    await expect.element(toggle).toHaveFocus()
    expect(address()).toBe(SECTION)
    expect(asked).toHaveLength(before)

    writes.push(write)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => asked.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(asked).toHaveLength(before + 1)
    await vi.advanceTimersByTimeAsync(1_500)
    await expect.poll(() => asked.length).toBe(before + 2)
    writes[0] = { ...write, state: 'written' }
    await vi.advanceTimersByTimeAsync(8_000)
    await expect.poll(names).toEqual(['Ann Lee', 'Zoë Fox'])
    const known = asked.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(known)
  } finally {
    vi.useRealTimers()
  }
})

it('leaving the form asks for confirmation, and its draft is kept until it is submitted', { tags: 'nightly' }, async () => {
  const app = await openSection()
  await toggle.click()
  await field('First Name').fill('Zoë')
  await close.click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  window.history.back()
  await expect.element(page.getByText('Discard what you entered?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('First Name')).toHaveValue('Zoë')
  await app.unmount()
  queryClient.clear()

  await openSection([], `${SECTION}&show=new`)
  await expect.element(page.getByText('We restored what you entered before.')).toBeVisible()
  await expect.element(field('First Name')).toHaveValue('Zoë')
})

it('an update sends the changed fields with their previous values, also if the spreadsheet changes in the meantime', async () => {
  let row = customerOf({ 'Customer date': 'last spring', 'Email Subscription': 'maybe' })
  const writes: SheetWrite[] = []
  ownerWithCustomers(() => listOf([row], { writes }))
  signInAs.owner(tokenOf('ann'))
  await openApp(SECTION)
  await page.getByRole('button', { name: 'Update Ann Lee' }).click()
  await expect.element(edit).toBeVisible()
  expect(address()).toBe(`${SECTION}&edit=c-2`)
  expect(optionsOf('Stage')).toEqual(['Lead', 'Customer', 'Lost'])
  expect(optionsOf('Email Subscription')).toEqual(['maybe', 'Yes', 'No'])
  await expect.element(edit.getByText('The spreadsheet says last spring.')).toBeVisible()
  await field('Mobile No').fill('1')
  await field('Stage').selectOptions('Lost')

  row = { ...row, 'Mobile No': '2', 'Last Name': 'Li' }
  answer(updateCustomer, () => refusal(409, 'Somebody changed Mobile No in the spreadsheet.'))
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('Failed to update customer: Somebody changed Mobile No in the spreadsheet.')).toBeVisible()
  await expect.element(edit.getByText('Changed in the spreadsheet to: 2. If you save, your value replaces it.')).toBeVisible()
  await expect.element(field('Last Name')).toHaveValue('Li')
  await expect.element(field('Mobile No')).toHaveValue('1')

  const sent = answer(updateCustomer, () => {
    writes.push(writeOf({ values: { 'Mobile No': '1', Stage: 'Lost' } }))
    return accepted(writeOf({ values: { 'Mobile No': '1', Stage: 'Lost' } }))
  })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('Update submitted! Refreshing data to verify...')).toBeVisible()
  expect(clockOf('Update submitted')).toBe('3000ms')
  expect(sent[0]?.address).toBe('/api/crm/customers/c-2')
  expect(bodyOf(sent[0])).toEqual({ values: { 'Mobile No': '1', Stage: 'Lost' }, seen: { 'Mobile No': '2', Stage: 'Lead' } })
  await expect.element(edit).not.toBeInTheDocument()
  expect(address()).toBe(SECTION)
  expect(names()).toEqual(['Ann Li Pending'])
})

it('Cancel asks for confirmation if something was changed, and returns to the previous panel', { tags: 'nightly' }, async () => {
  await openSection([], `${SECTION}&person=c-2`)
  await page.getByRole('button', { name: 'Edit Customer' }).click()
  await expect.element(edit).toBeVisible()
  await field('First Name').fill('')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(field('First Name')).toHaveAttribute('aria-invalid', 'true')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Customer Details' })).toBeVisible()
  expect(address()).toBe(`${SECTION}&person=c-2`)

  const sent = answer(updateCustomer, never)
  await page.getByRole('button', { name: 'Edit Customer' }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Customer Details' })).toBeVisible()
  expect(sent).toHaveLength(0)
})

it('a rejected entry can be edited and submitted again, which discards the rejected one', { tags: 'nightly' }, async () => {
  const add = writeOf({
    kind: 'add',
    state: 'refused',
    customerId: 'c-new',
    problem: 'No column.',
    values: { 'First Name': 'Zoë', 'Last Name': 'Fox', 'Email id': 'zoe@shop.example' },
  })
  const change = writeOf({ id: 'write-2', state: 'refused', problem: 'No column.', values: { 'Mobile No': '9' } })
  await openSection([add, change])
  const sent = answer(addCustomer, () => accepted({ ...add, id: 'write-3', state: 'pending', customerId: 'c-newer' }))
  const dropped = answer(dropWrite, () => reply(dropWrite, { message: 'Dropped' }))
  await expect.element(page.getByText('Zoë Fox was not added. No column.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit again' }).click()
  await expect.element(field('Last Name')).toHaveValue('Fox')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => dropped.map((one) => one.address)).toEqual(['/api/crm/writes/write-1'])
  expect(bodyOf(sent[0])).toMatchObject({ 'First Name': 'Zoë', Stage: 'Lead' })
  await expect.element(page.getByText('Zoë Fox was not added. No column.')).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Update Ann Lee' }).click()
  await expect.element(field('Mobile No')).toHaveValue('9')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  queryClient.clear()
})
