import { disguisedHtml, png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { clientOf, must, signUpOwner } from '../../deploy/tests/support/client.ts'
import { stopClock, toastSaidWhileStopped } from './clock.ts'
import { delayCalls, disconnectCalls } from './network.ts'
import { back, create, details, entered, next, passBusinessStep, passContactStep } from './new-company-form.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'

const ONLY_PHOTOS = 'Only JPEG and PNG images are allowed.'
const REQUIRED = 'Please fill in all required fields'

const send = clientOf(inject('productUrl'))
const pathOf = (page: Page) => new URL(page.url()).pathname
const logo = () => ({ name: 'logo.png', mimeType: 'image/png', buffer: png() })
const profileOf = (token: string) => must(send<CompanyProfile>('GET', '/company/get-company-profile', { token }))
const isFocused = (page: Page, label: string) => page.getByLabel(label).evaluate((field) => field === document.activeElement)

/** Goes back through the steps, and expects the entered texts. Returns to the last step. */
async function expectEntered(page: Page): Promise<void> {
  await back(page).click()
  for (const label of ['Company Email', 'Phone'] as const) expect(await page.getByLabel(label).inputValue()).toBe(entered[label])
  await back(page).click()
  for (const label of ['Company Name', 'Industry'] as const) expect(await page.getByLabel(label).inputValue()).toBe(entered[label])
  await next(page).click()
  await next(page).click()
  await create(page).waitFor()
}

async function openForm(width = 1440): Promise<{ page: Page; token: string }> {
  const { token } = await signUpOwner(send)
  const page = await visit(browser, { path: '/new-company', as: { key: 'token', token }, width })
  await page.getByRole('heading', { name: 'Create New Company Profile' }).waitFor()
  await next(page).waitFor()
  return { page, token }
}

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

describe('the form', () => {
  it('marks the missing required fields of each step and focuses the first', async () => {
    const { page } = await openForm()
    await next(page).click()
    await toastSaid(page, REQUIRED)
    for (const label of ['Company Name', 'Industry']) expect(await page.getByLabel(label).getAttribute('aria-invalid'), label).toBe('true')
    expect(await isFocused(page, 'Company Name')).toBe(true)

    await passBusinessStep(page)
    await page.getByLabel('Company Email').fill('')
    await next(page).click()
    for (const label of ['Company Email', 'Phone']) expect(await page.getByLabel(label).getAttribute('aria-invalid'), label).toBe('true')
    expect(await page.getByLabel('Website').getAttribute('aria-invalid')).toBeNull()
    expect(await isFocused(page, 'Company Email')).toBe(true)

    await page.getByLabel('Company Email').fill(entered['Company Email'])
    await page.getByLabel('Phone').fill(entered.Phone)
    await next(page).click()
    await create(page).click()
    expect(await page.getByLabel('Company logo').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => isFocused(page, 'Company logo')).toBe(true)
  })

  it('accepts only JPEG and PNG, and clears the field for other types', async () => {
    const { page } = await openForm()
    await passContactStep(page)
    await details(page).click()
    const animation = { name: 'dance.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
    for (const label of ['Company logo', 'Brand Relate Image 1']) {
      const field = page.getByLabel(label)
      const frame = field.locator('..')
      await field.setInputFiles(logo())
      await frame.getByText('logo.png').waitFor()
      await field.setInputFiles(animation)
      await frame.getByText('Choose a file').waitFor()
      expect(await frame.getByText('logo.png').count()).toBe(0)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
    await toastSaid(page, ONLY_PHOTOS)
  })

  it('accepts at most 13 characters of a phone number', async () => {
    const { page } = await openForm()
    await passBusinessStep(page)
    await page.getByLabel('Phone').pressSequentially('+1 803 555 0144 99')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+180355501449')
  })

  it('suggests state codes while typing, which are chosen by click or keyboard', async () => {
    const { page } = await openForm()
    await passBusinessStep(page)
    await details(page).click()
    const state = page.getByLabel('State', { exact: true })
    const list = page.getByRole('listbox', { name: 'States' })
    const codes = () => list.getByRole('option').allInnerTexts()
    await state.focus()
    await list.waitFor()
    expect(await codes()).toHaveLength(50)
    expect((await list.boundingBox())?.height).toBeCloseTo(220, -1)
    await state.fill('s')
    expect(await codes()).toEqual(['SC', 'SD'])
    await list.getByRole('option', { name: 'SC' }).click()
    expect(await state.inputValue()).toBe('SC')
    await list.waitFor({ state: 'hidden' })

    await state.fill('w')
    await state.press('ArrowDown')
    await state.press('ArrowDown')
    await state.press('Enter')
    expect(await state.inputValue()).toBe('WV')
    await state.press('ArrowDown')
    await list.waitFor()
    await stopClock(page)
    await page.getByLabel('City').focus()
    await page.clock.runFor(140)
    expect(await list.isVisible()).toBe(true)
    await page.clock.runFor(20)
    await list.waitFor({ state: 'hidden' })
    await page.clock.resume()
  })

  it('has fields for six brand images, and a button in the primary color', async () => {
    const { page } = await openForm()
    await passContactStep(page)
    await details(page).click()
    await page.getByText('Company Brand Details (Brand Logos, Website/Promo Banner, Product or Service Image, etc)').waitFor()
    expect(await page.getByLabel(/^Brand Relate Image \d$/).count()).toBe(6)
    await page.getByLabel('Primary Color', { exact: true }).fill('#123456')
    await expect.poll(() => create(page).evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(18, 52, 86)')
  })
})

describe('saving', () => {
  it('uploads the logo directly to the object store, is busy during that, and continues after two seconds', async () => {
    const { page, token } = await openForm()
    await details(page).click()
    await page.getByLabel('DBA').fill('Fern & Fig')
    await passContactStep(page)
    await page.getByLabel('Company logo').setInputFiles(logo())
    const release = await delayCalls(page, '**/api/company/update-company-profile')
    const uploaded = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/files/private/'))
    await create(page).click()
    expect(await page.getByRole('button', { name: 'Creating...' }).isDisabled()).toBe(true)
    const upload = await uploaded
    expect(upload.status()).toBe(200)
    expect(upload.request().headers()).toMatchObject({ 'content-type': 'image/png', 'x-ms-blob-type': 'BlockBlob' })

    await stopClock(page)
    await release()
    await toastSaidWhileStopped(page, 'Company profile created successfully!')
    await page.clock.runFor(1_900)
    expect(pathOf(page)).toBe('/new-company')
    await page.clock.runFor(200)
    await page.waitForURL('**/management')
    await page.clock.resume()
    await page.getByRole('banner').getByText('Fern & Fig', { exact: true }).waitFor()
    await expectLogo(page)
    const { companyName, industry, email, phone } = await profileOf(token)
    expect([companyName, industry, email, phone]).toEqual(Object.values(entered))
  })

  it('sends the logo in the form if the object store rejects it', async () => {
    const { page } = await openForm()
    await passContactStep(page)
    await page.getByLabel('Company logo').setInputFiles(logo())
    await disconnectCalls(page, '**/files/private/**')
    const failed = page.waitForEvent('requestfailed', (request: Request) => request.method() === 'PUT')
    await create(page).click()
    await failed
    await toastSaid(page, 'Company profile created successfully!')
    await page.waitForURL('**/management')
    await expectLogo(page)
  })

  it('keeps the input after an error, without a response, and after a reload', async () => {
    const { page, token } = await openForm()
    await passContactStep(page)
    const connect = await disconnectCalls(page, '**/api/company/update-company-profile')
    await page.getByLabel('Company logo').setInputFiles({ ...logo(), buffer: disguisedHtml() })
    await create(page).click()
    await toastSaid(page, 'Failed to create company profile')
    await expectEntered(page)

    await connect()
    await create(page).click()
    await toastSaid(page, ONLY_PHOTOS)
    await expectEntered(page)
    await page.getByLabel('Company logo').locator('..').getByText('logo.png').waitFor()
    expect((await send('GET', '/company/get-company-profile', { token })).status).toBe(404)

    await page.reload()
    await create(page).waitFor()
    await expectEntered(page)
    await page.getByLabel('Company logo').setInputFiles(logo())
    await create(page).click()
    await page.waitForURL('**/management')
  })
})

describe('on a phone', () => {
  it('leads through three steps to the checklist, and from there to a missing field and to the first task', async () => {
    const { page } = await openForm(390)
    await passContactStep(page)
    await page.goBack()
    await page.getByLabel('Phone').waitFor()
    await page.goForward()
    await page.reload()
    await create(page).waitFor()
    await expectEntered(page)
    await page.getByLabel('Company logo').setInputFiles(logo())
    await page.getByText('This logo is small (1 × 1 pixels)').waitFor()
    await create(page).click()
    await page.waitForURL('**/management')

    const checklist = page.getByRole('region', { name: 'Finish setting up' })
    await checklist.getByText('0 of 3 done').waitFor()
    await checklist.getByRole('link', { name: 'Add your logo and colors' }).click()
    const color = page.getByLabel('Primary Color', { exact: true })
    await expect.poll(() => color.evaluate((field) => field === document.activeElement)).toBe(true)
    await color.fill('#1f6b4f')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await checklist.getByText('1 of 3 done').waitFor()
    await checklist.getByRole('link', { name: 'Assign your first task' }).click()
    await page.getByRole('dialog', { name: 'Add New Task' }).waitFor()
  })
})

it('is for signed-in owners without a company', async () => {
  const stranger = await visit(browser, { path: '/new-company' })
  await stranger.waitForURL('**/login')
  const { session } = await ownerWithCompany()
  const settled = await visit(browser, { path: '/new-company', as: session })
  await settled.waitForURL('**/management')
})

/** Expects that the logo in the top bar has loaded from a URL that needs no token. */
async function expectLogo(page: Page): Promise<void> {
  const picture = page.getByRole('banner').locator('img').first()
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).toMatch(/\/files\//)
}
