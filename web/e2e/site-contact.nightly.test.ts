import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { expectAccessible } from './accessible.ts'
import { stopClock, toastSaidWhileStopped } from './clock.ts'
import { delayCalls, disconnectCalls, failCalls } from './network.ts'
import { formTitled, type Visit, visit } from './people.ts'
import { atEachWidth } from './screen.ts'
import { toastSaid, toastsSaid, toastTime } from './toasts.ts'

/** The screenshots and axe check the layout at each width, so the tests of the form use one width. */
const PHONE_WIDTH = 390
const CALL = '**/api/contact'
const MAPS = 'https://www.openstreetmap.org'
const SENT = 'Your message was sent successfully!'
const FAILED = "We're experiencing technical difficulties. Please try again or contact us directly at support@palmettoworks.example"

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

async function open(look: Visit = {}): Promise<{ page: Page; form: Locator; button: Locator }> {
  const page = await visit(browser, { path: '/contact', ...look })
  const form = formTitled(page, 'Send a message')
  return { page, form, button: form.locator('button') }
}

const typed = {
  'First name': 'Ann',
  'Last name': 'Lee',
  Email: 'ann@example.com',
  Mobile: '803 555 0199',
  Message: 'Two shops,\none baker.',
}

async function fill(form: Locator, change: Partial<typeof typed> = {}): Promise<typeof typed> {
  const values = { ...typed, ...change }
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
  return values
}

const valuesIn = async (form: Locator): Promise<object> =>
  Object.fromEntries(await Promise.all(Object.keys(typed).map(async (label) => [label, await form.getByLabel(label).inputValue()])))

const empty = Object.fromEntries(Object.keys(typed).map((label) => [label, '']))

interface Mail {
  to: { address?: string }[] | string
  subject: string
  text: string
}
const mailsAbout = async (name: string): Promise<Mail[]> => {
  const mails = (await (await fetch(`${inject('inboxUrl')}/email`)).json()) as Mail[]
  return mails.filter(({ subject }) => subject.includes(name))
}

describe('the contact page', () => {
  it('shows the location, the contact details and the opening hours', async () => {
    const { page } = await open()
    await atEachWidth(page, async (width) => {
      const details = page.getByRole('region', { name: 'Or reach us directly' })
      await details.getByText('Columbia, South Carolina', { exact: true }).waitFor()
      expect(await details.getByRole('link', { name: '(803) 555-0142' }).getAttribute('href')).toBe('tel:+18035550142')
      const email = details.getByRole('link', { name: 'support@palmettoworks.example' })
      expect(await email.getAttribute('href')).toBe('mailto:support@palmettoworks.example')
      expect((await details.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
        'Monday to Friday 9:00 AM-6:00 PM',
        'Saturday 9:00 AM-4:00 PM',
        'Sunday closed',
      ])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
    await page.context().close()
  })

  it('can be read without JavaScript, and then shows another way to write', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${inject('productUrl')}/contact`)
    await page.getByRole('heading', { name: 'Tell us about your shop' }).waitFor()
    await page.getByText('This form needs JavaScript, which is turned off').waitFor()
    await page.getByRole('img', { name: /^Drawn map of Columbia/ }).waitFor()
    await context.close()
  })
})

describe('the form', () => {
  it('requires names and a valid email address, with messages at the fields; all other fields are optional', async () => {
    const { page, form, button } = await open({ width: PHONE_WIDTH })
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    await form.getByLabel('Last name').fill('   ')
    await button.click()
    await form.getByText('Please enter your first name').waitFor()
    await form.getByText('Please enter your last name').waitFor()
    await form.getByText('Please enter a valid email address').waitFor()
    expect(await form.getByLabel('First name').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await form.locator('[aria-invalid=true]').count()).toBe(3)

    await form.getByLabel('Email').fill('ann@nowhere')
    await form.getByLabel('First name').fill('Ann')
    await form.getByText('Please enter your first name').waitFor({ state: 'detached' })
    expect(await form.getByText('Please enter a valid email address').count()).toBe(1)
    expect(asked).toEqual([])

    await fill(form, { Mobile: '', Message: '' })
    await button.click()
    await toastSaid(page, SENT)
    await page.context().close()
  })

  it('the button shows Submit, Submitting..., Submitted, and Submit again after 2 seconds; the message arrives', async () => {
    const { page, form, button } = await open({ width: PHONE_WIDTH })
    const name = `Lee-${crypto.randomUUID()}`
    await fill(form, { 'Last name': name })
    expect(await form.getByRole('button', { name: 'Submit', exact: true }).isEnabled()).toBe(true)
    const release = await delayCalls(page, CALL)
    await button.click()
    await form.getByRole('button', { name: 'Submitting...', exact: true }).waitFor()
    expect(await button.isDisabled()).toBe(true)

    await stopClock(page)
    await release()
    await toastSaidWhileStopped(page, SENT)
    await form.getByRole('button', { name: 'Submitted', exact: true }).waitFor()
    expect(await button.isDisabled()).toBe(true)
    expect(await valuesIn(form)).toEqual(empty)
    // The button is enabled after 2 s. Part of that time has passed while the test waited for the toast.
    await page.clock.runFor(1_500)
    expect(await form.getByRole('button', { name: 'Submitted', exact: true }).isDisabled()).toBe(true)
    await page.clock.runFor(500)
    expect(await form.getByRole('button', { name: 'Submit', exact: true }).isEnabled()).toBe(true)

    await expect.poll(() => mailsAbout(name)).toHaveLength(1)
    const [mail] = await mailsAbout(name)
    expect(mail?.subject).toBe(`Contact form: Ann ${name}`)
    expect(JSON.stringify(mail?.to)).toContain('support@palmettoworks.example')
    for (const part of ['ann@example.com', '(803) 555-0199', 'Two shops,']) expect(mail?.text).toContain(part)
    await page.context().close()
  })

  it('keeps the input while offline or without the service, and sends it once both are available', async () => {
    const { page, form, button } = await open()
    const values = await fill(form)
    const reconnect = await disconnectCalls(page, CALL)
    await button.click()
    await toastSaid(page, FAILED)
    expect(await valuesIn(form)).toEqual(values)
    expect(await form.getByRole('button', { name: 'Submit', exact: true }).isEnabled()).toBe(true)
    await reconnect()

    const heal = await failCalls(page, CALL)
    await button.click()
    await form.getByRole('button', { name: 'Submit', exact: true }).waitFor()
    expect(await valuesIn(form)).toEqual(values)
    await heal()
    await button.click()
    await toastSaid(page, SENT)
    expect(await valuesIn(form)).toEqual(empty)
    expect(await toastsSaid(page)).toEqual([FAILED, FAILED, SENT])
    await page.context().close()
  })

  it('shows the result also to a visitor who has gone to another page', async () => {
    const { page, form, button } = await open()
    await fill(form)
    const release = await delayCalls(page, CALL)
    await button.click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
    await page.waitForURL('**/blog')
    await release()
    await toastSaid(page, SENT)
    await page.context().close()
  })

  it('shows the error also if the network was lost before the toasts were loaded', async () => {
    const { page, form, button } = await open()
    const said: string[] = []
    page.on('dialog', (dialog) => {
      said.push(dialog.message())
      void dialog.accept()
    })
    const heal = await disconnectCalls(page, /assets\/(Toasts|unstyled)-/)
    const reconnect = await disconnectCalls(page, CALL)
    await fill(form)
    await button.click()
    await expect.poll(() => said).toEqual([FAILED])
    await heal()
    await reconnect()
    await button.click()
    await toastSaid(page, SENT)
    await page.context().close()
  })

  it('shows another way to write if the app fails to load', async () => {
    const { page } = await open()
    await disconnectCalls(page, '**/assets/index-*.js')
    await page.reload()
    await page.getByText('This form needs JavaScript, which is turned off or didn’t load.').waitFor()
    await page.context().close()
  })

  it("shows the server's validation error at the field, and the success for 3 seconds", async () => {
    const { page, form, button } = await open()
    const values = await fill(form, { Email: 'ann,bob@example.com' })
    await button.click()
    await form.getByText('Please enter a valid email address').waitFor()
    expect(await form.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await valuesIn(form)).toEqual(values)
    await fill(form)
    await button.click()
    const stayed = await toastTime(page, SENT)
    expect(stayed).toBeGreaterThan(2_900)
    expect(stayed).toBeLessThan(6_000)
    expect(await toastsSaid(page)).toEqual([SENT])
    await page.context().close()
  })

  it('shows a special message after too many messages', async () => {
    const { page, form, button } = await open()
    const values = await fill(form)
    const message = 'You have sent several messages already. Please wait a minute.'
    await page.route(CALL, (route) => route.fulfill({ status: 429, json: { status: 429, code: 'too-many-contacts', message } }))
    await button.click()
    await toastSaid(page, message)
    expect(await valuesIn(form)).toEqual(values)
    await page.context().close()
  })

  it('keeps input from before the hydration, and prevents the browser from submitting the form itself', async () => {
    const { page, form, button } = await open()
    const release = await delayCalls(page, '**/assets/*.js')
    const address = page.url()
    await page.goto(address, { waitUntil: 'commit' })
    const values = await fill(form)
    await button.click()
    await form.getByLabel('Mobile').press('Enter')
    await release()
    await form.locator('button[type=submit]').waitFor()
    expect(page.url()).toBe(address)
    expect(await valuesIn(form)).toEqual(values)
    await button.click()
    await toastSaid(page, SENT)
    await page.context().close()
  })
})

it('the map is loaded from another site only after a click', async () => {
  const { page } = await open({ width: PHONE_WIDTH })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(inject('productUrl')) && !url.startsWith('data:')) elsewhere.push(url)
  })
  await page.route(`${MAPS}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A map</p>' }))
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText('Pressing the button loads a map from openstreetmap.org.').waitFor()
  const drawing = page.getByRole('img', { name: /^Drawn map of Columbia/ })
  const before = await drawing.boundingBox()
  expect(elsewhere).toEqual([])
  const directions = page.getByRole('link', { name: 'Open directions in a new tab' })
  expect(await directions.getAttribute('href')).toMatch(`${MAPS}/directions?to=34.`)
  expect(await directions.getAttribute('target')).toBe('_blank')

  await page.getByRole('button', { name: 'Show the interactive map' }).click()
  const map = page.getByTitle('Map of Columbia, South Carolina')
  await map.contentFrame().getByText('A map').waitFor()
  expect(elsewhere).toHaveLength(1)
  const { origin, pathname, searchParams } = new URL(elsewhere[0] ?? '')
  expect(origin + pathname).toBe(`${MAPS}/export/embed.html`)
  const [west = 0, south = 0, east = 0, north = 0] = (searchParams.get('bbox') ?? '').split(',').map(Number)
  const [latitude = 0, longitude = 0] = (searchParams.get('marker') ?? '').split(',').map(Number)
  expect(west < longitude && longitude < east && south < latitude && latitude < north).toBe(true)
  expect(await map.evaluate((frame) => frame === document.activeElement)).toBe(true)
  const after = await map.boundingBox()
  expect([after?.width, Math.round(after?.height ?? 0)]).toEqual([before?.width, Math.round(before?.height ?? 0)])
  await page.context().close()
})

it.each([
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)('axe finds nothing with faults shown at $width px, $colorScheme, and nothing scrolls sideways at 320 px', async (look) => {
  const { page, form, button } = await open(look)
  await button.click()
  await form.getByText('Please enter a valid email address').waitFor()
  await expectAccessible(page)
  await page.context().close()
})
