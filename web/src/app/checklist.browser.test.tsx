import { type CompanyProfile, getCompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../shared/api/query-client.tsx'
import { answer, reply } from '../testing/api.ts'
import { company, ownerWith, picture, taskOf } from '../testing/fixtures.ts'
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

it('lists what is missing of the profile, each with a link to its field, and the saved field disappears from the list', async () => {
  ownerWith()
  companyWith(required)
  await openApp('/management')
  await expect.element(checklist.getByText('1 of 9 done')).toBeVisible()
  const links = checklist.getByRole('link')
  expect(links.elements().map(({ textContent }) => textContent)).toEqual([
    'Add brand colors',
    'Add your font',
    'Add brand pictures',
    'Add your website',
    'Add your address',
    'Add social links',
    'Add your trade name or tax ID',
    'Assign your first task',
  ])
  await atEachWidth((width) => {
    for (const one of links.elements()) expect(one.getBoundingClientRect().height, `at ${width} px`).toBeGreaterThanOrEqual(40)
  })

  await link('Add your website').click()
  const website = page.getByRole('textbox', { name: 'Website' })
  await expect.element(website).toHaveFocus()
  await website.fill('https://bakery.example')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(address).toBe('/management')
  await expect.element(checklist.getByText('2 of 9 done')).toBeVisible()
  expect(link('Add your website').query()).toBeNull()
})

it.each([
  ['Add your logo', /^Logo/],
  ['Add brand colors', 'Primary Color'],
  ['Add your font', 'Font Family'],
  ['Add brand pictures', 'Brand Relate Image 1'],
  ['Add your address', 'Address Line 1'],
  ['Add social links', 'LinkedIn'],
  ['Add your trade name or tax ID', 'DBA'],
])('%s leads to the field %s', async (item, label) => {
  ownerWith()
  companyWith({})
  await openApp('/management')
  await link(item).click()
  await expect.element(page.getByLabelText(label)).toHaveFocus()
})

it('the last item opens the form for a new task', async () => {
  ownerWith()
  companyWith(complete)
  await openApp('/management')
  await expect.element(checklist.getByText('8 of 9 done')).toBeVisible()
  await link('Assign your first task').click()
  await expect.element(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
})

it('is below the tasks once there are tasks, and disappears when nothing is missing', async () => {
  ownerWith(taskOf())
  companyWith(required)
  const app = await openApp('/management')
  await expect.element(link('Add your website')).toBeVisible()
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
