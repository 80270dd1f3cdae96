import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Page } from 'playwright-core'
import { heading, type Screen } from './screen.ts'
import type { World } from './world.ts'

const SAVE = '**/api/company/update-company-profile'
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const edit = () => '/management?section=4&show=edit'

async function change(page: Page): Promise<void> {
  await page.getByLabel('DBA').fill('Harbor & Pine Roasters')
  await page.getByLabel('Phone').fill('843-555-0199')
  await page.getByLabel('LinkedIn').fill('')
  await page.getByText('3 changes').waitFor()
}

async function changedElsewhere(page: Page, { tokens }: World): Promise<void> {
  const address = new URL('/api/company/get-company-profile', page.url()).href
  const seen: CompanyProfile = await (await page.request.get(address, { headers: { authorization: `Bearer ${tokens.owner}` } })).json()
  const companyProfile = {
    ...seen,
    phone: '843-555-0100',
    zip: '29906',
    timeZone: 'America/Chicago',
    color2: '#b23a22',
    logo: seen.brandRelateImage1,
    version: 99,
  }
  const message = 'This profile was changed elsewhere. Please look at what changed.'
  await page.route(SAVE, (route) => route.fulfill({ status: 409, json: { status: 409, code: 'profile-changed', message, companyProfile } }))
}

export const profileStates: Screen[] = [
  { name: 'company-profile-sparse', path: () => '/management?section=4', as: 'beginner', shown: heading('Company Profile') },
  { name: 'company-profile-long', path: () => '/management?section=4', as: 'crowded', shown: heading('Company Profile') },
  {
    name: 'company-profile-picture',
    path: () => '/management?section=4&show=brandRelateImage2',
    as: 'owner',
    shown: (page) => page.getByRole('dialog', { name: 'Brand Relate Image 2' }).getByRole('img').waitFor(),
  },
  { name: 'company-profile-changed', path: edit, as: 'owner', shown: change },
  {
    name: 'company-profile-time-zone',
    path: edit,
    as: 'owner',
    shown: async (page) => {
      await page.getByLabel('Time Zone').selectOption('Pacific/Honolulu')
      await page.getByText(/This device uses/).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'company-profile-conflict',
    path: edit,
    as: 'owner',
    shown: async (page, world) => {
      await changedElsewhere(page, world)
      await change(page)
      await save(page).click()
      await heading('This profile was changed elsewhere')(page)
      await save(page).click()
      await page.getByText('Choose which value to keep').first().waitFor()
    },
  },
  {
    name: 'company-profile-refused',
    path: edit,
    as: 'owner',
    shown: async (page) => {
      await page.getByLabel('Company Name').fill('')
      await page.getByLabel('Email').fill('hello@')
      await save(page).click()
      await page.getByText('Company name is required').waitFor()
    },
  },
  {
    name: 'company-profile-saving',
    path: edit,
    as: 'owner',
    shown: async (page) => {
      await page.route(SAVE, () => {})
      await page
        .getByLabel('Brand Relate Image 1', { exact: true })
        .setInputFiles({ name: 'shop-front.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_000) })
      await save(page).click()
      await page.getByRole('button', { name: 'Saving...' }).waitFor()
    },
  },
]
