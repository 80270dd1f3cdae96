import { disguisedHtml, png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { clientOf, must, signUpOwner } from '../../deploy/test/system/client.ts'
import { stopClock, toastSaidWhileStopped } from './clock.ts'
import { delayCalls, disconnectCalls } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'

const ONLY_PHOTOS = 'Only JPEG and PNG images are allowed.'
const typed = { 'Company name': 'Fern & Fig Florists', Industry: 'Flowers', 'Company email': 'hello@fernfig.example', Phone: '8035550144' }

const send = clientOf(inject('productUrl'))
const pathOf = (page: Page) => new URL(page.url()).pathname
const logo = () => ({ name: 'logo.png', mimeType: 'image/png', buffer: png() })
const create = (page: Page) => page.getByRole('button', { name: 'Create Company Profile' })
const profileOf = (token: string) => must(send<CompanyProfile>('GET', '/company/get-company-profile', { token }))

async function fillIn(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
}

async function expectFilledIn(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(typed)) expect(await page.getByLabel(label).inputValue()).toBe(text)
}

async function openForm(): Promise<{ page: Page; token: string }> {
  const { token } = await signUpOwner(send)
  const page = await visit(browser, { path: '/new-company', as: { key: 'token', token } })
  await page.getByRole('heading', { name: 'Create New Company Profile' }).waitFor()
  await create(page).waitFor()
  return { page, token }
}

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

describe('the form', () => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await openForm())
  })

  it('marks all missing required fields and focuses the first', async () => {
    await create(page).click()
    await toastSaid(page, 'Please fill in all required fields')
    for (const label of [...Object.keys(typed), 'Company logo']) {
      expect(await page.getByLabel(label).getAttribute('aria-invalid'), label).toBe('true')
    }
    expect(await page.getByLabel('DBA').getAttribute('aria-invalid')).toBeNull()
    expect(await page.getByLabel('Company name').evaluate((field) => field === document.activeElement)).toBe(true)

    await fillIn(page)
    await create(page).click()
    await expect.poll(() => page.getByLabel('Company logo').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Phone').getAttribute('aria-invalid')).toBeNull()
  })

  it('accepts only JPEG and PNG, and clears the field for other types', async () => {
    const animation = { name: 'dance.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
    for (const label of ['Company logo', 'Brand image 1']) {
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
    await page.getByLabel('Phone').fill('')
    await page.getByLabel('Phone').pressSequentially('+1 803 555 0144 99')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+180355501449')
  })

  it('suggests state codes while typing, which are chosen by click or keyboard', async () => {
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
    await page.getByText('Company Brand Details (Brand Logos, Website/Promo Banner, Product or Service Image, etc)').waitFor()
    expect(await page.getByLabel(/^Brand image \d$/).count()).toBe(6)
    await page.getByLabel('Primary color', { exact: true }).fill('#123456')
    await expect.poll(() => create(page).evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(18, 52, 86)')
  })
})

describe('saving', () => {
  it('uploads the logo directly to the object store, is busy during that, and continues after two seconds', async () => {
    const { page, token } = await openForm()
    await fillIn(page)
    await page.getByLabel('DBA').fill('Fern & Fig')
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
    expect([companyName, industry, email, phone]).toEqual(Object.values(typed))
  })

  it('sends the logo in the form if the object store rejects it', async () => {
    const { page } = await openForm()
    await fillIn(page)
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
    await fillIn(page)
    const connect = await disconnectCalls(page, '**/api/company/update-company-profile')
    await page.getByLabel('Company logo').setInputFiles({ ...logo(), buffer: disguisedHtml() })
    await create(page).click()
    await toastSaid(page, 'Failed to create company profile')
    await expectFilledIn(page)

    await connect()
    await create(page).click()
    await toastSaid(page, ONLY_PHOTOS)
    await expectFilledIn(page)
    await page.getByLabel('Company logo').locator('..').getByText('logo.png').waitFor()
    expect((await send('GET', '/company/get-company-profile', { token })).status).toBe(404)

    await page.reload()
    await create(page).waitFor()
    await expectFilledIn(page)
    await page.getByLabel('Company logo').setInputFiles(logo())
    await create(page).click()
    await page.waitForURL('**/management')
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
