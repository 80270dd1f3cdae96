import './Invoice.tsx'
import './TrackingExpense.tsx'
import { listInterests, setInterest } from '@app/contracts/http/notifications.ts'
import { beforeEach, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { OFFLINE } from '../../shared/api/api-error.ts'
import { answer, never, refusal, reply, type Sent } from '../../testing/api.ts'
import { ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import { areSideBySide, atEachWidth } from '../../testing/widths.ts'

const tellMe = page.getByRole('button', { name: 'Tell me when it is there' })
const dontTellMe = page.getByRole('button', { name: "Don't tell me" })
const said = (words: string) => expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible()
const wantedIn = ({ body }: Sent): boolean => JSON.parse(String(body)).wanted

let features: ('tracking-expense' | 'invoice')[]

beforeEach(() => {
  ownerWith()
  features = []
  answer(listInterests, () => reply(listInterests, { features }))
})

/** The server does as it is asked. */
const taken = (feature: (typeof features)[number]) =>
  answer(setInterest, (sent) => {
    features = wantedIn(sent) ? [feature] : []
    return reply(setInterest, { features })
  })

it.each([
  [6, 'Tracking Expense', 'We are building a powerful expense tracking dashboard...'],
  [7, 'Invoice Center', 'Soon you will be able to generate branded invoices, track payments, send reminders and download PDF statements.'],
])('section %i is %s, and says what comes', async (section, title, sentence) => {
  await openApp(`/management?section=${section}`)
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  await expect.element(tellMe).toBeVisible()
  const sketch = document.querySelector('svg[viewBox="0 0 480 340"]') as Element
  await atEachWidth((width) => expect(areSideBySide(tellMe.element(), sketch)).toBe(width !== 390))
})

it('one press is remembered, and undone the same way; the focus stays on the button', async () => {
  const sent = taken('invoice')
  const { unmount } = await openApp('/management?section=7')
  await tellMe.click()
  await said('We will tell you.')
  await expect.element(dontTellMe).toHaveFocus()
  expect(sent.map(({ address }) => address)).toEqual(['/api/notifications/interests/invoice'])

  await unmount()
  await openApp('/management?section=7')
  await said('We will tell you.')
  dontTellMe.element().focus()
  await userEvent.keyboard('{Enter}')
  await said('We will not tell you.')
  await expect.element(tellMe).toHaveFocus()
  expect(sent.map(wantedIn)).toEqual([true, false])
})

it('to want one is not to want the other', async () => {
  taken('tracking-expense')
  await openApp('/management?section=6')
  await tellMe.click()
  await said('We will tell you.')
  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect.element(page.getByRole('heading', { name: 'Invoice Center' })).toHaveFocus()
  await expect.element(tellMe).toBeVisible()
})

it('says so only when the server has it, and a double click undoes nothing meanwhile', async () => {
  const sent = answer(setInterest, never)
  await openApp('/management?section=6')
  await tellMe.dblClick()
  await said('Saving…')
  await expect.element(dontTellMe).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByText('We will tell you.')).not.toBeInTheDocument()
  expect(sent.map(wantedIn)).not.toContain(false)
})

it('what could not be saved is said and is as it was, without a network, too; pressed again, it is', async () => {
  await openApp('/management?section=6')
  await expect.element(tellMe).toBeVisible()
  await commands.setOffline(true)
  await tellMe.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(OFFLINE)
  await expect.element(tellMe).toHaveFocus()
  await commands.setOffline(false)

  answer(setInterest, () => refusal(500, ''))
  await tellMe.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This could not be saved. Please try again.')

  taken('tracking-expense')
  await tellMe.click()
  await said('We will tell you.')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('where it could not be loaded what is wanted, nothing is offered but to try again', async () => {
  answer(listInterests, () => refusal(500, 'Something went wrong.'))
  await openApp('/management?section=6')
  await expect.element(page.getByText('Whether you want to be told could not be loaded.')).toBeVisible()
  await expect.element(tellMe).not.toBeInTheDocument()
  answer(listInterests, () => reply(listInterests, { features: ['tracking-expense'] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await said('We will tell you.')
})
