import { signIn } from '@app/contracts/http/identity.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal } from '../../testing/api.ts'
import { openApp } from '../../testing/open.tsx'

it('a failed sign-in shows the message of the server, and the entered values stay', async () => {
  const sent = answer(signIn, () => refusal(401, 'Invalid email or password'))
  await openApp('/login')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('not-the-one')
  await page.getByRole('button', { name: 'Login' }).click()

  await expect.element(page.getByText('Invalid email or password')).toBeVisible()
  await expect.element(email).toHaveValue('ann@bakery.example')
  expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ email: 'ann@bakery.example', password: 'not-the-one' })])
})

it('the checklist says that a common password is not accepted before it is sent', async () => {
  await openApp('/login')
  await page.getByRole('button', { name: 'Create an account' }).click()
  const password = page.getByRole('textbox', { name: 'Password' }).last()
  const rule = page.getByRole('listitem').filter({ hasText: 'Not a common word or name' })
  await password.fill('Password1!')
  await expect.element(rule.getByLabelText('Not met yet:')).toBeVisible()
  await password.fill('Toothbrush1!')
  await expect.element(rule).not.toBeInTheDocument()
})
