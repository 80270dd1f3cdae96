import {
  addCustomerNote,
  type CustomerNote,
  listCustomerNotes,
  listLastContacts,
  removeCustomerNote,
} from '@app/contracts/http/customer-notes.ts'
import { listPersonMails } from '@app/contracts/http/person-mails.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { customerOf, listOf, noteOf, ownerWithCustomers, personMailOf, withHistory } from '../../../testing/customers.ts'
import { address, openApp } from '../../../testing/open.tsx'

const PERSON = '/management?section=1&person=c-2'
const details = page.getByRole('dialog', { name: 'Customer Details' })
const notes = details.getByRole('region', { name: 'Contacts and notes' })
const mails = details.getByRole('region', { name: 'Emails from campaigns' })
const linesOf = (list: string) =>
  details
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

it('the owner adds a contact, which the list shows as the last contact, and removes it again', async () => {
  ownerWithCustomers(() => listOf([customerOf()]))
  const stored: CustomerNote[] = []
  const asked = answer(listCustomerNotes, () => reply(listCustomerNotes, stored))
  answer(listLastContacts, () =>
    reply(
      listLastContacts,
      stored.map(({ happenedOn }) => ({ person: 'email:ann@shop.example', kind: 'call', happenedOn })),
    ),
  )
  const added = answer(addCustomerNote, ({ body }) => {
    const { person: _, ...entry } = JSON.parse(String(body))
    stored.unshift(noteOf(entry))
    return reply(addCustomerNote, noteOf(entry))
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) })
  try {
    await openApp(PERSON)
    await expect.element(notes.getByText('No contacts or notes yet.')).toBeVisible()
    expect(asked[0]?.address).toBe('/api/crm/notes?person=email%3Aann%40shop.example')
    await notes.getByLabelText('Note').fill('Wants rye on Fridays.')
    await notes.getByRole('button', { name: 'Add to history' }).click()
    await expect.poll(() => linesOf('History')).toEqual(['Call · today · YouWants rye on Fridays.'])
    expect(JSON.parse(String(added[0]?.body))).toEqual({
      person: 'email:ann@shop.example',
      kind: 'call',
      text: 'Wants rye on Fridays.',
      happenedOn: '2026-11-23',
    })
    await expect.element(notes.getByLabelText('Note')).toHaveValue('')
    await expect.element(page.getByRole('row', { includeHidden: true }).getByText('Call · today')).toBeInTheDocument()

    await notes.getByRole('button', { name: 'Remove call' }).click()
    const question = page.getByRole('dialog', { name: 'Remove call?' })
    await expect.element(question.getByText(/^Call on \w{3}, \w{3} \d+, \d{4}.*You can’t restore it\.$/)).toBeVisible()
    answer(removeCustomerNote, () => refusal(503, 'Being restarted.'))
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('We couldn’t remove the note: Being restarted.')).toBeVisible()
    answer(removeCustomerNote, () => {
      stored.length = 0
      return reply(removeCustomerNote, { message: 'Note removed' })
    })
    await notes.getByRole('button', { name: 'Remove call' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(notes.getByText('No contacts or notes yet.')).toBeVisible()
    await expect.poll(() => details.element().contains(document.activeElement)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('a note without a text and a date in the future are rejected, and an error of the server is shown', { tags: 'nightly' }, async () => {
  ownerWithCustomers(() => listOf([customerOf()]))
  const added = answer(addCustomerNote, () => refusal(409, 'A person can have at most 200 notes.'))
  await openApp(PERSON)
  await notes.getByLabelText('Kind').selectOptions('Note')
  await notes.getByLabelText('Date').fill('2100-01-01')
  await notes.getByRole('button', { name: 'Add to history' }).click()
  await expect.element(notes.getByText('Write a note')).toBeVisible()
  await expect.element(notes.getByText('The date can’t be in the future')).toBeVisible()
  expect(added).toHaveLength(0)
  await notes.getByLabelText('Date').fill('2026-11-02')
  await notes.getByLabelText('Note').fill('Moved to Aiken.')
  await notes.getByRole('button', { name: 'Add to history' }).click()
  await expect.element(page.getByText('We couldn’t add the note: A person can have at most 200 notes.')).toBeVisible()
  await expect.element(notes.getByLabelText('Note')).toHaveValue('Moved to Aiken.')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(details).not.toBeInTheDocument()
})

it('lists the campaign emails to the person with their outcomes, and links to the campaigns', async () => {
  ownerWithCustomers(() => listOf([customerOf({ 'Email id': ' Ann@Shop.example ' })]))
  withHistory({
    mails: [
      personMailOf(),
      personMailOf({
        _id: 'mail-2',
        subject: 'Last loaves',
        state: 'failed',
        reason: 'This email address does not exist.',
        bouncedAt: '2026-11-05T16:00:00.000Z',
      }),
    ],
  })
  await openApp(PERSON)
  await expect
    .poll(() => linesOf('Emails from campaigns'))
    .toEqual([
      'Fresh ryeWinter bread · Initial · Thu, Nov 5, 2026Accepted',
      'Last loavesWinter bread · Initial · Thu, Nov 5, 2026This email address does not exist.FailedBounced',
    ])
  await mails.getByRole('link', { name: 'Fresh rye' }).click()
  expect(address()).toBe('/management?section=2&open=campaign-1')
})

it('a row that does not identify a person has no notes and no emails; failed lists can be loaded again', { tags: 'nightly' }, async () => {
  ownerWithCustomers(() => listOf([customerOf(), customerOf({ row: 3, 'Email id': '', 'Mobile No': '', 'Customer ID': '' })]))
  const app = await openApp('/management?section=1&row=3')
  await expect.element(notes.getByText(/^To keep notes, add an email address or a phone number/)).toBeVisible()
  await expect.element(mails).not.toBeInTheDocument()
  await app.unmount()

  answer(listCustomerNotes, () => refusal(500, 'Something went wrong'))
  answer(listPersonMails, () => refusal(500, 'Something went wrong'))
  await openApp(PERSON)
  await expect.element(notes.getByText('We couldn’t load the notes.')).toBeVisible()
  await expect.element(mails.getByText('We couldn’t load the emails.')).toBeVisible()
  withHistory()
  clickNow(notes.getByRole('button', { name: 'Try again' }))
  clickNow(mails.getByRole('button', { name: 'Try again' }))
  await expect.element(notes.getByText('No contacts or notes yet.')).toBeVisible()
  await expect.element(mails.getByText('No campaign email to this address yet.')).toBeVisible()
})
