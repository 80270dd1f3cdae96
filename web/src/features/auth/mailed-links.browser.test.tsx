import { confirmEmailChange, revertEmailChange } from '@app/contracts/http/email-changes.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useOwner } from '../../shared/stores/session.ts'
import { answer, refusal, reply } from '../../testing/api.ts'
import { owner, ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import './ConfirmNewEmailPage.tsx'
import './RevertEmailPage.tsx'

const EMAIL = 'ann@second.example'
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

const links = [
  {
    path: '/confirm-email',
    route: confirmEmailChange,
    button: 'Confirm new address',
    done: 'Your email address was changed',
    next: { name: 'Open your portal', href: '/management' },
    gone: 'email-change-gone',
  },
  {
    path: '/revert-email',
    route: revertEmailChange,
    button: 'Restore this address',
    done: 'Your email address is restored',
    next: { name: 'Set a new password', href: '/reset-password' },
    gone: 'email-revert-gone',
  },
] as const

describe.each(links)('the link to $path', ({ path, route, button, done, next, gone }) => {
  const LINK = `${path}#q9-LongRandomToken_0`
  const press = page.getByRole('button', { name: button })
  const changed = () => reply(route, { message: 'Changed.', email: EMAIL })

  it('sends nothing before the button is pressed, and then says what comes next', async () => {
    const sent = answer(route, changed)
    await openApp(LINK)
    await expect.element(press).toBeVisible()
    expect(sent).toEqual([])
    await press.click()
    await expect.element(heading(done)).toBeVisible()
    await expect.element(page.getByText(EMAIL, { exact: false })).toBeVisible()
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ token: 'q9-LongRandomToken_0' })])
    await expect.element(page.getByRole('link', { name: next.name })).toHaveAttribute('href', next.href)
  })

  it('says if it is no longer valid, also without a token; another link restarts the page', async () => {
    answer(route, () => refusal(410, 'This link is no longer valid.', { code: gone }))
    await openApp(LINK)
    await press.click()
    await expect.element(heading('This link is no longer valid')).toBeVisible()
    answer(route, changed)
    window.location.hash = '#another-token'
    await press.click()
    await expect.element(heading(done)).toBeVisible()
    window.location.hash = ''
    await expect.element(heading('This link is no longer valid')).toBeVisible()
  })

  it('can be used again after a failure, and shows that another account has the address', async () => {
    const taken = 'There is already an account with this email address.'
    answer(route, () => refusal(409, taken, { code: 'email-taken' }))
    await openApp(LINK)
    await press.click()
    await expect.element(page.getByText(taken)).toBeVisible()
    answer(route, changed)
    await press.click()
    await expect.element(heading(done)).toBeVisible()
  })
})

it('a signed-in owner sees the new address at once', async () => {
  ownerWith()
  answer(confirmEmailChange, () => reply(confirmEmailChange, { message: 'Changed.', email: EMAIL }))
  await openApp('/confirm-email#q9-LongRandomToken_0')
  answer(getMe, () => reply(getMe, { ...owner, email: EMAIL }))
  await page.getByRole('button', { name: 'Confirm new address' }).click()
  await expect.poll(() => useOwner.getState().user?.email).toBe(EMAIL)
})
