import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { keepCompany, requestErasure } from '@app/contracts/http/erasure.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { company, ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import '../../domain/company/ErasureBanner.tsx'
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
