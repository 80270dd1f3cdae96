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

const notifyMe = page.getByRole('button', { name: 'Notify me when it’s ready' })
const dontNotifyMe = page.getByRole('button', { name: 'Don’t notify me' })
const expectStatus = (text: string) => expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const wantedIn = ({ body }: Sent): boolean => JSON.parse(String(body)).wanted

let features: ('tracking-expense' | 'invoice')[]

beforeEach(() => {
  ownerWith()
  features = []
  answer(listInterests, () => reply(listInterests, { features }))
})

/** Mocks successful changes of the owner's interest in a feature. */
const acceptChanges = (feature: (typeof features)[number]) =>
  answer(setInterest, (sent) => {
    features = wantedIn(sent) ? [feature] : []
    return reply(setInterest, { features })
  })

it.each([
  [6, 'Tracking Expense', 'We are building a powerful expense tracking dashboard...'],
  [7, 'Invoice Center', 'Soon you will be able to generate branded invoices, track payments, send reminders and download PDF statements.'],
])('section %i is %s and describes the announced feature', async (section, title, sentence) => {
  await openApp(`/management?section=${section}`)
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  await expect.element(notifyMe).toBeVisible()
  const sketch = document.querySelector('svg[viewBox="0 0 480 340"]') as Element
  await atEachWidth((width) => expect(areSideBySide(notifyMe.element(), sketch)).toBe(width !== 390))
})

it('a press is stored and can be undone with the same button, which keeps the focus', async () => {
  const sent = acceptChanges('invoice')
  const { unmount } = await openApp('/management?section=7')
  await notifyMe.click()
  await expectStatus('We’ll notify you.')
  await expect.element(dontNotifyMe).toHaveFocus()
  expect(sent.map(({ address }) => address)).toEqual(['/api/notifications/interests/invoice'])

  await unmount()
  await openApp('/management?section=7')
  await expectStatus('We’ll notify you.')
  dontNotifyMe.element().focus()
  await userEvent.keyboard('{Enter}')
  await expectStatus('We won’t notify you.')
  await expect.element(notifyMe).toHaveFocus()
  expect(sent.map(wantedIn)).toEqual([true, false])
})

it('the interest in one feature does not change the other', async () => {
  acceptChanges('tracking-expense')
  await openApp('/management?section=6')
  await notifyMe.click()
  await expectStatus('We’ll notify you.')
  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect.element(page.getByRole('heading', { name: 'Invoice Center' })).toHaveFocus()
  await expect.element(notifyMe).toBeVisible()
})

it('the confirmation appears only after the response, and a double click does not undo the request', async () => {
  const sent = answer(setInterest, never)
  await openApp('/management?section=6')
  await notifyMe.dblClick()
  await expectStatus('Saving…')
  await expect.element(dontNotifyMe).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByText('We’ll notify you.')).not.toBeInTheDocument()
  expect(sent.map(wantedIn)).not.toContain(false)
})

it('a failed change shows an error and keeps the previous state, also offline, and can be retried', async () => {
  await openApp('/management?section=6')
  await expect.element(notifyMe).toBeVisible()
  await commands.setOffline(true)
  await notifyMe.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(OFFLINE)
  await expect.element(notifyMe).toHaveFocus()
  await commands.setOffline(false)

  answer(setInterest, () => refusal(500, ''))
  await notifyMe.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This could not be saved. Please try again.')

  acceptChanges('tracking-expense')
  await notifyMe.click()
  await expectStatus('We’ll notify you.')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('if the setting could not be loaded, only a retry is offered', async () => {
  answer(listInterests, () => refusal(500, 'Something went wrong.'))
  await openApp('/management?section=6')
  await expect.element(page.getByText('Your notification setting could not be loaded.')).toBeVisible()
  await expect.element(notifyMe).not.toBeInTheDocument()
  answer(listInterests, () => reply(listInterests, { features: ['tracking-expense'] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectStatus('We’ll notify you.')
})
