import { disguisedHtml, jpeg, png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { must } from '../../deploy/tests/support/client.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid, toastTime } from './toasts.ts'

const UPDATED = 'Company profile updated successfully!'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

const profileOf = ({ send, token }: Owner) => must(send<CompanyProfile>('GET', '/company/get-company-profile', { token }))
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

async function openForm({ session }: Owner): Promise<Page> {
  const page = await visit(browser, { path: '/management?section=4&show=edit', as: session })
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  return page
}

it('texts and images are changed separately; an invalid image is rejected at its field, and no input is lost', async () => {
  const owner = await ownerWithCompany()
  const before = await profileOf(owner)
  const page = await visit(browser, { path: '/management', as: owner.session })
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  await field(page, 'DBA').fill('Fern & Fig')
  await field(page, 'Brand Relate Image 2').setInputFiles({ name: 'shop.jpg', mimeType: 'image/jpeg', buffer: jpeg() })
  await field(page, 'Brand Relate Image 5').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: disguisedHtml() })
  await save(page)
  await page.getByText('Only JPEG and PNG images are allowed.').first().waitFor()
  await expect.poll(() => field(page, 'Brand Relate Image 5').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await profileOf(owner)).toEqual(before)

  await field(page, 'Brand Relate Image 5').setInputFiles({ name: 'promo.png', mimeType: 'image/png', buffer: png() })
  await save(page)
  expect(await toastTime(page, UPDATED)).toBeLessThan(3_000)
  await page.getByRole('banner').getByText('Fern & Fig', { exact: true }).waitFor()
  const { dba, logo, brandRelateImage2, brandRelateImage5, version } = await profileOf(owner)
  expect({ dba, logo, version }).toEqual({ dba: 'Fern & Fig', logo: before.logo, version: 2 })
  for (const address of [brandRelateImage2, brandRelateImage5]) {
    const shown = page.locator(`img[src="${address}"]`)
    await expect.poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  }

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('navigation').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Edit Profile' }).isVisible()).toBe(false)
  expect(await page.getByText('Fern & Fig', { exact: true }).last().isVisible()).toBe(true)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

it('with two browsers that edit at once, the second shows the changes of the first, keeps its input, and overwrites nothing without asking', async () => {
  const owner = await ownerWithCompany()
  const [first, second] = await Promise.all([openForm(owner), openForm(owner)])
  await field(second, 'City').fill('Columbia')
  await field(first, 'City').fill('Charleston')
  await field(first, 'ZIP Code').fill('29401')
  await save(first)
  await toastSaid(first, UPDATED)

  await second.getByText('This profile was changed elsewhere: City, ZIP Code.').waitFor()
  expect(await field(second, 'City').inputValue()).toBe('Columbia')
  await save(second)
  await toastSaid(second, 'This profile was changed elsewhere. Please look at what changed.')
  expect(await profileOf(owner)).toMatchObject({ city: 'Charleston', zip: '29401', version: 2 })
  await second
    .getByRole('group', { name: 'City' })
    .getByRole('radio', { name: /Keep mine/ })
    .check()
  await save(second)
  await toastSaid(second, UPDATED)
  expect(await profileOf(owner)).toMatchObject({ city: 'Columbia', zip: '29401', version: 3 })
  await first.getByRole('main').getByText('Columbia').waitFor()
})
