import { brand } from '@app/contracts/brand.ts'
import { acceptInvitation, askToReturn, getInvitation, type Invitation, leaveCompany } from '@app/contracts/http/colleagues.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { closeReviews, openInvitation } from '../../testing/review.tsx'
import { atEachWidth } from '../../testing/widths.ts'

closeReviews()

const invitation: Invitation = { state: 'invited', may: 'decide', sentTo: 'a…@harborpine.example', companyName: 'Harbor & Pine' }
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

function open(changes: Partial<Invitation> = {}): void {
  answer(getInvitation, () => reply(getInvitation, { ...invitation, ...changes }))
  openInvitation()
}

it('accepts with a held button, and shows what happens next', async () => {
  open()
  await expect.element(heading('Review posts for a small business?')).toBeVisible()
  await expect.element(page.getByText('Name of the business: “Harbor & Pine”')).toBeVisible()
  await atEachWidth((width) => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width))
  const sent = answer(acceptInvitation, () => reply(acceptInvitation, { ...invitation, state: 'active' }))
  await button('Press and hold to accept').click()
  await expect.element(page.getByText('Keep pressing until the bar is full.')).toBeVisible()
  expect(sent).toHaveLength(0)
  ;(button('Press and hold to accept').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter>}')
  await expect.poll(() => sent.length).toBe(1)
  await userEvent.keyboard('{/Enter}')
  await expect.element(heading('You review posts')).toHaveFocus()
  expect(JSON.parse(String(sent[0]?.body)).interaction).toMatchObject({ pointerOrKey: true })
})

it('one press ends the emails, and the person can ask the owner to come back by typing a number', async () => {
  open({ state: 'active' })
  answer(leaveCompany, () => reply(leaveCompany, { ...invitation, state: 'left' }))
  await button('Leave: stop the emails').click()
  await expect.element(heading('You won’t get any more emails')).toHaveFocus()
  const sent = answer(askToReturn, () => reply(askToReturn, { ...invitation, state: 'asked' }))
  await button('Can’t press and hold?').click()
  const label = page.getByText(/^Type the number \d+$/)
  await expect.element(label).toBeVisible()
  const [number = ''] = /\d+/.exec(label.element().textContent ?? '') ?? []
  await page.getByRole('textbox').fill(number)
  await button('Ask the owner').click()
  await expect.element(heading('We asked the owner')).toHaveFocus()
  expect(JSON.parse(String(sent[0]?.body)).interaction).toMatchObject({ pointerOrKey: true })
  answer(leaveCompany, () => reply(leaveCompany, { ...invitation, state: 'ended' }))
  await button('Withdraw your request').click()
  await expect.element(heading('You won’t get any more emails')).toBeVisible()
  await expect.element(button('Press and hold to ask the owner')).not.toBeInTheDocument()
})

it.each([
  [{ state: 'removed' }, 'This invitation no longer works'],
  [{ state: 'expired' }, 'This invitation has expired'],
  [{ companyName: null }, 'Review posts for a small business?'],
  [{ may: 'look' }, 'See posts for a small business?'],
  [{ may: 'look', state: 'active' }, 'You see posts'],
] as const)('explains the state %o', async (changes, title) => {
  open(changes)
  await expect.element(heading(title)).toBeVisible()
})

it.each(['invited', 'expired'] as const)('one press declines in the state %s', async (state) => {
  open({ state })
  const sent = answer(leaveCompany, () => reply(leaveCompany, { ...invitation, state: 'left' }))
  await button('Decline: no emails about this company').click()
  await expect.element(heading('You won’t get any more emails')).toHaveFocus()
  expect(sent).toHaveLength(1)
})

it('shows the reason of a rejected answer, and the end of an invitation', async () => {
  open()
  answer(acceptInvitation, () => refusal(403, 'Please press and hold the button yourself.'))
  const hold = async () => {
    await expect.element(button('Press and hold to accept')).toBeVisible()
    ;(button('Press and hold to accept').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter>}')
  }
  await hold()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Please press and hold the button yourself.' })).toBeVisible()
  await userEvent.keyboard('{/Enter}')
  answer(acceptInvitation, () => refusal(410, 'Ended.', { invitation: { ...invitation, state: 'removed' } }))
  await hold()
  await expect.element(heading('This invitation no longer works')).toBeVisible()
  await userEvent.keyboard('{/Enter}')
})

it.each([
  [404, 'This link is incomplete'],
  [429, 'Please wait a minute'],
  [503, 'We couldn’t show this page'],
])('explains a response with the status %i, without a link to the login of accounts', async (status, title) => {
  answer(getInvitation, () => refusal(status, 'Refused.'))
  openInvitation()
  await expect.element(heading(title)).toBeVisible()
  await expect.element(page.getByRole('link', { name: brand.email })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'sign in' })).not.toBeInTheDocument()
})
