import { confirmErasure } from '@app/contracts/http/erasure.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { openApp } from '../../testing/open.tsx'
import './ConfirmErasurePage.tsx'

const button = (name: string) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

it('opening the mailed link changes nothing; the button confirms the erasure once', async () => {
  const sent = answer(confirmErasure, () => reply(confirmErasure, { message: 'Confirmed.', dueAt: '2026-12-13T15:00:00Z' }))
  await openApp('/confirm-erasure#q9-LongRandomToken_0')
  await expect.element(heading('Erase your company')).toBeVisible()
  expect(sent).toEqual([])
  await button('Erase my company').click()
  await expect.element(heading('We will erase your company')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ token: 'q9-LongRandomToken_0' })])
})

it('the page says why a link no longer works', async () => {
  answer(confirmErasure, () => refusal(410, 'Gone.', { code: 'erasure-link-gone' }))
  await openApp('/confirm-erasure#q9-LongRandomToken_0')
  await button('Erase my company').click()
  await expect.element(heading('This link is no longer valid')).toBeVisible()
})
