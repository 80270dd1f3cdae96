import { type CompanyProfile, getCompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../shared/api/query-client.tsx'
import { answer, reply } from '../testing/api.ts'
import { company, owner, ownerWith, picture, taskOf } from '../testing/fixtures.ts'
import { address, openApp } from '../testing/open.tsx'
import { atEachWidth } from '../testing/widths.ts'
// These modules are imported here, so that loading them does not count toward the timeouts of a test.
import '../features/company/CompanyProfile.tsx'
import '../features/company/edit/EditProfile.tsx'
import '../features/digital-content/checklist/Checklist.tsx'

const checklist = page.getByRole('region', { name: 'Finish setting up' })
const link = (name: string) => checklist.getByRole('link', { name, exact: true })
const hide = checklist.getByRole('button', { name: 'Hide the checklist' })

const white = { color1: '#ffffff', color2: '#ffffff', color3: '#ffffff' }
const required = { ...white, industry: 'Bread', email: 'ann@bakery.example', phone: '8035550144', logo: picture('green') }
const complete: Partial<CompanyProfile> = {
  ...required,
  color1: '#1f6b4f',
  fontfamily: 'Georgia',
  brandRelateImage3: picture('coral'),
  website: 'https://bakery.example',
  city: 'Beaufort',
  insta: 'https://www.instagram.com/bakery',
  fedraltaxid: '12-3456789',
}

/** Mocks a company with these fields. Saved changes are stored. */
function companyWith(changes: Partial<CompanyProfile>): void {
  let stored = { ...company, ...changes }
  answer(getCompanyProfile, () => reply(getCompanyProfile, stored))
  answer(updateCompanyProfile, ({ body }) => {
    const texts = [...(body as FormData)].filter(([, value]) => typeof value === 'string')
    stored = { ...stored, ...Object.fromEntries(texts), version: 2 }
    return reply(updateCompanyProfile, { companyProfile: stored, message: 'Saved' })
  })
}

it('lists what is left to do, and a finished item disappears from the list', async () => {
  ownerWith()
  companyWith({ ...required, logo: null })
  answer(getMe, () => reply(getMe, { ...owner, emailVerified: false }))
  await openApp('/management')
  await expect.element(checklist.getByText('0 of 3 done')).toBeVisible()
  await expect.element(checklist.getByText('Confirm your email with the link we sent you')).toBeVisible()
  const links = checklist.getByRole('link')
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(['Add your logo and colors', 'Assign your first task'])
  await atEachWidth((width) => {
    for (const one of links.elements()) expect(one.getBoundingClientRect().height, `at ${width} px`).toBeGreaterThanOrEqual(40)
  })
})

it.each([
  ['the logo', {}, /^Logo/],
  ['the colors, if there is a logo', { logo: picture('green') }, 'Primary Color'],
])('the item for logo and colors leads to %s', async (_what, changes, label) => {
  ownerWith()
  companyWith(changes)
  await openApp('/management')
  await link('Add your logo and colors').click()
  await expect.element(page.getByLabelText(label)).toHaveFocus()
})

it('when the colors are saved, the page of the checklist opens again, without the item', async () => {
  ownerWith()
  companyWith(required)
  await openApp('/management')
  await link('Add your logo and colors').click()
  await page.getByLabelText('Primary Color').fill('#1f6b4f')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(address).toBe('/management')
  await expect.element(checklist.getByText('2 of 3 done')).toBeVisible()
  expect(link('Add your logo and colors').query()).toBeNull()
})

it('the last item opens the form for a new task', async () => {
  ownerWith()
  companyWith(complete)
  await openApp('/management')
  await expect.element(checklist.getByText('2 of 3 done')).toBeVisible()
  await link('Assign your first task').click()
  await expect.element(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
})

it('is below the tasks once there are tasks, and disappears when nothing is missing', async () => {
  ownerWith(taskOf())
  companyWith(required)
  const app = await openApp('/management')
  await expect.element(link('Add your logo and colors')).toBeVisible()
  expect(link('Assign your first task').query()).toBeNull()
  const pending = page.getByRole('region', { name: 'Pending' }).element()
  expect(pending.compareDocumentPosition(checklist.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await app.unmount()

  queryClient.clear()
  ownerWith(taskOf())
  companyWith(complete)
  await openApp('/management')
  await expect.element(page.getByText('Winter bread')).toBeVisible()
  expect(checklist.query()).toBeNull()
})

it('a hidden checklist stays hidden for this company only, and the first task can still be assigned', async () => {
  ownerWith()
  companyWith(required)
  const app = await openApp('/management')
  await hide.click()
  await expect.element(checklist).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Assign your first task' })).toBeVisible()
  await app.unmount()

  const again = await openApp('/management')
  await expect.element(page.getByRole('button', { name: 'Assign your first task' })).toBeVisible()
  expect(checklist.query()).toBeNull()
  await again.unmount()

  queryClient.clear()
  ownerWith()
  companyWith({ ...required, _id: 'company-2' })
  await openApp('/management')
  await expect.element(checklist).toBeVisible()
})
