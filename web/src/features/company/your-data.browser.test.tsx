import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { confirmErasure, keepCompany, requestErasure } from '@app/contracts/http/erasure.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { company, ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import '../../domain/company/ErasureBanner.tsx'
import '../auth/ConfirmErasurePage.tsx'
import './CompanyProfile.tsx'
import './YourData.tsx'
import './sheet/BrandSheet.tsx'

const button = (name: string) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const DUE = '2026-12-13T15:00:00Z'

it('an owner reads what is kept, and asks for the erasure with one press; the email confirms it', async () => {
  ownerWith()
  const sent = answer(requestErasure, () => reply(requestErasure, { message: 'We sent you a link.' }))
  await openApp('/management?section=4')
  await button('Advanced').click()
  await page.getByRole('menuitem', { name: 'Your Data' }).click()
  await expect.element(heading('What we keep, and why')).toBeVisible()
  await expect.element(page.getByText('Your spreadsheet stays: it is yours.')).toBeVisible()
  await button('Erase my company').click()
  await expect.poll(() => sent.length).toBe(1)
})

it('while the erasure waits, every section has a banner with a button that keeps the company', async () => {
  ownerWith()
  answer(getCompanyProfile, () => reply(getCompanyProfile, { ...company, erasure: { state: 'waiting', dueAt: DUE } }))
  const sent = answer(keepCompany, () => reply(keepCompany, { message: 'Your company stays.' }))
  await openApp('/management?section=3')
  await expect.element(page.getByText(/^We will erase your company on/)).toBeVisible()
  await button('Keep my company').click()
  await expect.poll(() => sent.length).toBe(1)
})

it('opening the mailed link changes nothing; the button confirms the erasure once', async () => {
  const sent = answer(confirmErasure, () => reply(confirmErasure, { message: 'Confirmed.', dueAt: DUE }))
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
