import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { owner, ownerAtWork } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

const form = page.getByRole('button', { name: 'Next' })

beforeEach(() => {
  answer(getMe, () => reply(getMe, owner))
  signInAs.owner()
})

it('the form is not shown if loading the profile failed', async () => {
  answer(getCompanyProfile, () => refusal(503, 'Being restarted.'))
  await openApp('/new-company')
  await expect.element(page.getByText('Failed to load company profile')).toBeVisible()
  expect(form.query()).toBeNull()

  ownerAtWork(() => [])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
})

it('shows the form to owners without a profile and does not load the profile again while they type', async () => {
  const asked = answer(getCompanyProfile, () => refusal(404, 'There is no company profile yet'))
  await openApp('/new-company')
  await page.getByRole('textbox', { name: 'Company Name' }).fill('Ann’s Bakery')
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue('Ann’s Bakery')
  expect(asked).toHaveLength(1)
})

it.each([
  ['that there is none', () => refusal(404, 'None'), 'Please create a company profile first'],
  ['with an empty body', () => Response.json(null), 'Company profile not found'],
])('a profile response %s redirects from the portal to this page with a message', async (_case, profile, message) => {
  ownerAtWork(() => [])
  answer(getCompanyProfile, profile)
  await openApp('/management')
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(form).toBeVisible()
})
