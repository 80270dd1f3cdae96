import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { expectAccessible } from './accessible.ts'
import { stopClock } from './clock.ts'
import { isFocused } from './keyboard.ts'
import { WIDTHS } from './screen.ts'

const COUNT_MS = 2000
const STEP_PX = 500

const backs = {
  'Digital Marketing': 'Up to 3 posts per week per platform',
  'Staffing Services': 'Candidates found through a hiring platform',
  Consultation: 'Two or three things to do first',
}
const businesses = [
  'Gift and home shops',
  'Clothing and shoe stores',
  'Bakeries, cafes and food shops',
  'Hardware and garden stores',
  'Salons and studios',
  'Real-estate offices',
]
const counters = ['20+ projects completed', '50 employer solutions', '100 job seekers', '10+ happy customers']

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await sharedChromium()
})
afterEach(() => page.context().close())
afterAll(() => browser?.close())

async function openHome(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  page = await context.newPage()
  await page.goto(inject('productUrl'))
  await page.getByRole('button', { name: 'Next articles', disabled: false }).waitFor()
  return page
}

const turnOf = (title: string) => page.getByRole('button', { name: `${title} Turn the card for details` })
const backOf = (title: keyof typeof backs) => page.getByText(backs[title])
const isTurned = (title: string) => expect.poll(() => turnOf(title).getAttribute('aria-expanded'))

describe('the levers', () => {
  it('turn on hover, and a click keeps the back visible', async () => {
    await openHome({ viewport: { width: 1440, height: 900 } })
    await turnOf('Digital Marketing').hover()
    await isTurned('Digital Marketing').toBe('true')
    await backOf('Digital Marketing').waitFor()
    await turnOf('Digital Marketing').click()
    await isTurned('Digital Marketing').toBe('true')
    await page.mouse.move(0, 0)
    await isTurned('Digital Marketing').toBe('false')
    await backOf('Digital Marketing').waitFor({ state: 'hidden' })
  })

  it('turn on keyboard focus, toggle with Enter, and turn back with Escape', async () => {
    await openHome()
    await page.getByRole('link', { name: 'Contact us' }).first().focus()
    await page.keyboard.press('Tab')
    await isTurned('Digital Marketing').toBe('true')
    await page.keyboard.press('Tab')
    await isTurned('Digital Marketing').toBe('false')
    await isTurned('Staffing Services').toBe('true')
    await page.keyboard.press('Enter')
    await isTurned('Staffing Services').toBe('false')
    await page.keyboard.press('Enter')
    await isTurned('Staffing Services').toBe('true')
    await page.keyboard.press('Escape')
    await isTurned('Staffing Services').toBe('false')
  })

  it('stay turned for screen readers, which focus and press at once', async () => {
    await openHome()
    await page.getByRole('link', { name: 'Contact us' }).first().focus()
    await page.keyboard.press('Shift')
    await turnOf('Consultation').evaluate((button: HTMLElement) => {
      button.focus({ focusVisible: true } as FocusOptions)
      button.click()
    })
    await backOf('Consultation').waitFor()
    await turnOf('Consultation').evaluate((button: HTMLElement) => button.click())
    await isTurned('Consultation').toBe('false')
  })

  it('turn at a tap, and back at the next tap', async () => {
    await openHome({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await turnOf('Consultation').tap()
    await isTurned('Consultation').toBe('true')
    await backOf('Consultation').waitFor()
    await turnOf('Consultation').tap()
    await isTurned('Consultation').toBe('false')
    await turnOf('Consultation').tap()
    await turnOf('Staffing Services').tap()
    await isTurned('Staffing Services').toBe('true')
    await isTurned('Consultation').toBe('false')
  })

  it('change sides without animation if the user prefers reduced motion', async () => {
    await openHome({ reducedMotion: 'reduce' })
    await turnOf('Digital Marketing').hover()
    await backOf('Digital Marketing').waitFor()
    const motion = await turnOf('Digital Marketing').evaluate((button) => {
      const { transform, transitionDuration } = getComputedStyle(button.nextElementSibling ?? button)
      return { transform, transitionDuration }
    })
    expect(motion).toEqual({ transform: 'none', transitionDuration: '0s' })
  })
})

const counterOf = (text: string) => page.getByRole('listitem').filter({ hasText: text.replace(/^\S+ /, '') })
/** Returns the visible number. While the number counts up, it covers an element with the final number. */
const shownBy = (counter: Locator) =>
  counter.evaluate((item) => (item.querySelector('[aria-hidden=true]') ?? item.querySelector('span'))?.textContent)

describe('the counters', () => {
  it.each(WIDTHS)('count up from 0 in two seconds when they come into view, once, at %i px', async (width) => {
    await openHome({ viewport: { width, height: 900 } })
    const projects = counterOf('20+ projects completed')
    await expect.poll(() => shownBy(projects)).toBe('0+')
    const room = async () => (await projects.locator('span').first().boundingBox())?.width
    const before = await room()
    await stopClock(page)
    await projects.scrollIntoViewIfNeeded()
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return Number.parseInt((await shownBy(projects)) ?? '', 10)
      })
      .toBeGreaterThan(0)
    await page.clock.runFor(COUNT_MS / 4)
    expect(Number.parseInt((await shownBy(projects)) ?? '', 10)).toBeLessThan(20)
    expect(await room()).toBe(before)
    await page.clock.runFor(COUNT_MS)
    for (const text of counters) expect(await shownBy(counterOf(text))).toBe(text.split(' ')[0])

    await page.evaluate(() => scrollTo(0, 0))
    await page.clock.runFor(100)
    await projects.scrollIntoViewIfNeeded()
    await page.clock.runFor(100)
    expect(await shownBy(projects)).toBe('20+')
  })

  it('have the final number for screen readers while they count', async () => {
    await openHome()
    await expect.poll(() => shownBy(counterOf(counters[0] ?? ''))).toBe('0+')
    const announced = await page.getByRole('list').filter({ hasText: 'job seekers' }).ariaSnapshot()
    for (const text of counters) expect(announced).toContain(text)
  })

  it('show their final numbers at once if the user prefers reduced motion', async () => {
    await openHome({ reducedMotion: 'reduce' })
    for (const text of counters) expect(await shownBy(counterOf(text))).toBe(text.split(' ')[0])
  })
})

describe('the articles', () => {
  const strip = () => page.getByRole('group', { name: 'Worth ten minutes behind the counter' })
  const previous = () => page.getByRole('button', { name: 'Previous articles' })
  const next = () => page.getByRole('button', { name: 'Next articles' })
  const scrolled = () => expect.poll(() => strip().evaluate((element) => element.scrollLeft))
  const end = () => strip().evaluate((element) => element.scrollWidth - element.clientWidth)

  it.each(WIDTHS)('scroll 500 px per click at %i px, and the arrows are disabled at the ends', async (width) => {
    await openHome({ viewport: { width, height: 844 } })
    expect(await strip().getByRole('link').count()).toBe(4)
    expect(await previous().isDisabled()).toBe(true)
    await next().click()
    await scrolled().toBe(STEP_PX)
    await previous().click()
    await scrolled().toBe(0)
    await previous().and(page.locator('[aria-disabled=true]')).waitFor()
    const last = await end()
    for (let left = 0; left < last; left += STEP_PX) {
      await next().click()
      await scrolled().toBeCloseTo(Math.min(left + STEP_PX, last), 0)
    }
    await next().and(page.locator('[aria-disabled=true]')).waitFor()
    // An arrow that becomes disabled keeps the focus.
    expect(await isFocused(next())).toBe(true)
  })

  it('scroll twice as far after two quick clicks', async () => {
    await openHome({ viewport: { width: 390, height: 844 } })
    await next().evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await scrolled().toBe(await end())
  })

  it('scroll by the arrow keys, and follow the focus', async () => {
    await openHome({ reducedMotion: 'reduce' })
    await strip().focus()
    await page.keyboard.press('ArrowRight')
    await scrolled().toBe(STEP_PX)
    await page.keyboard.press('ArrowLeft')
    await scrolled().toBe(0)
    await strip().getByRole('link').last().focus()
    await scrolled().toBeGreaterThan(STEP_PX)
  })

  it('scroll by touch', async () => {
    await openHome({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await strip().scrollIntoViewIfNeeded()
    const y = ((await strip().boundingBox())?.y ?? 0) + 80
    const input = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      input.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [{ x: 300, y }])
    for (let x = 280; x >= 80; x -= 20) await touch('touchMove', [{ x, y }])
    await touch('touchEnd', [])
    await scrolled().toBeGreaterThan(100)
  })
})

describe('the page', () => {
  it('can be read without scripts: both sides of the levers, the numbers, the articles', async () => {
    page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(inject('productUrl'))
    await page.getByRole('heading', { level: 1, name: 'Good work, seen. Good people, found.' }).waitFor()
    for (const text of Object.values(backs)) expect(await page.getByText(text).isVisible()).toBe(true)
    for (const text of counters) expect((await counterOf(text).textContent())?.replace(/\s+/g, ' ')).toBe(text)
    expect(await page.getByRole('link', { name: /Low-Budget Digital Marketing/ }).isVisible()).toBe(true)
  })

  it.each(WIDTHS)('shows the offer and its audience, and links to the prices, the form and the phone number at %i px', async (width) => {
    await openHome({ viewport: { width, height: 900 } })
    await page.getByRole('heading', { level: 1, name: 'Good work, seen. Good people, found.' }).waitFor()
    await page.getByText('we help small retail brands do three things').waitFor()
    for (const title of Object.keys(backs)) expect(await turnOf(title).count(), title).toBe(1)
    for (const kind of businesses) await page.getByRole('listitem').filter({ hasText: kind }).waitFor()
    for (const text of counters) await counterOf(text).waitFor()
    expect(await page.getByRole('link', { name: 'Call (803) 555-0142' }).getAttribute('href')).toBe('tel:+18035550142')
    await page.getByRole('link', { name: 'Package & Pricing' }).click()
    await page.waitForURL('**/service')
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
    await page.waitForURL('**/contact')
  })

  it.each([
    { width: 1440, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('at $width px, $colorScheme: axe finds nothing with a card turned, nothing scrolls sideways at 320 px', async (look) => {
    await openHome({ viewport: { width: look.width, height: 900 }, colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await turnOf('Staffing Services').focus()
    await expectAccessible(page)
  })
})
