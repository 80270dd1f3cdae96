import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { clientOf, PASSWORD, signUpOwner } from '../../deploy/tests/support/client.ts'
import { disconnectCalls } from './network.ts'
import { adminSession, ownerWithCompany, signIn, type Visit, visit } from './people.ts'
import { atEachWidth } from './screen.ts'

const links = { Home: '/', Services: '/service', Blog: '/blog', Contact: '/contact' }
/** The username that the test client uses for sign-ups. */
const USERNAME = 'Olive Owner'
/** Below this width, the links of the header are in a sidebar. */
const TABLET_WIDTH = 768
const PHONE_WIDTH = 390
/** The bundle with the header, the footer and the routes of the site. */
const SITE_CODE = /assets\/SitePages-/

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await sharedChromium()
})
afterEach(() => page?.context().close())
afterAll(() => browser?.close())

const open = async (options: Visit): Promise<Page> => {
  page = await visit(browser, options)
  return page
}
const pathNow = () => new URL(page.url()).pathname
const header = () => page.getByRole('banner')
/** The footer of the public site. Unlike the dashboard's footer, it has links. */
const footer = () => page.getByRole('contentinfo').filter({ has: page.getByRole('link') })
const menu = () => page.getByRole('menu')
const username = () => header().getByRole('button', { name: USERNAME })
const opener = () => header().getByRole('button', { name: 'Open menu' })
const loginLink = () => header().getByRole('link', { name: 'Login' })

async function ownerSession() {
  const { token, email } = await signUpOwner(clientOf(inject('productUrl')))
  return { email, as: { key: 'token', token } as const }
}

describe('the header', () => {
  it('links to the pages and, for anonymous visitors, to the login', async () => {
    await open({ path: '/', width: TABLET_WIDTH })
    const pages = header().getByRole('navigation', { name: 'Pages' })
    for (const [name, href] of Object.entries(links)) {
      expect(await pages.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href)
    }
    expect(await username().count()).toBe(0)
    for (const [name, href] of Object.entries(links).reverse()) {
      await pages.getByRole('link', { name, exact: true }).click()
      await expect.poll(pathNow).toBe(href)
      await expect.poll(() => pages.locator('[aria-current=page]').allInnerTexts()).toEqual([name])
      await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toBe(inject('productUrl') + href)
    }
    await loginLink().click()
    await expect.poll(pathNow).toBe('/login')
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  it('shows the name of the signed-in user, with a menu that can be closed', async () => {
    const { as } = await ownerSession()
    await open({ path: '/', width: TABLET_WIDTH, as })
    await username().waitFor()
    expect(pathNow()).toBe('/')
    expect(await loginLink().count()).toBe(0)

    const ways = {
      'elsewhere in the header': () => header().click({ position: { x: 400, y: 10 } }),
      'below the header': () => page.mouse.click(300, 700),
      'on the name': () => username().click(),
      'by Escape': () => page.keyboard.press('Escape'),
    }
    for (const [what, close] of Object.entries(ways)) {
      await username().click()
      await menu().waitFor()
      expect(await menu().getByRole('menuitem').allInnerTexts()).toEqual(['Portal', 'Change Password', 'Logout'])
      await close()
      await expect.poll(() => menu().count(), { message: what }).toBe(0)
    }

    await username().click()
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await expect.poll(pathNow).toBe('/reset-password')
    await page.getByRole('button', { name: 'Reset Password' }).waitFor()
    expect(await menu().count()).toBe(0)

    await username().click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await loginLink().waitFor()
    expect(await menu().count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  it('has a link to the portal in the menu', async () => {
    const { session } = await ownerWithCompany()
    await open({ path: '/service', as: session })
    await username().click()
    await page.getByRole('menuitem', { name: 'Portal' }).click()
    await expect.poll(pathNow).toBe('/management')
  })

  it('shows the user right after signing in', async () => {
    const { email } = await ownerSession()
    await open({ path: '/login' })
    await signIn(page, email, PASSWORD)
    await username().waitFor()
  })

  it('shows the user who signs in in another tab after a sign-out there', async () => {
    const [first, second] = [await ownerSession(), await ownerSession()]
    await open({ path: '/blog', as: first.as })
    await username().waitFor()
    // Changes the token in local storage and dispatches the `storage` event, as if another tab had changed it.
    const store = (token: string | null) =>
      page.evaluate((value) => {
        if (value === null) localStorage.removeItem('token')
        else localStorage.setItem('token', value)
        window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
      }, token)
    await store(null)
    await loginLink().waitFor()
    await store(second.as.token)
    await username().waitFor()
  })

  it('lets the user go back from a page that failed to load', async () => {
    const { session } = await ownerWithCompany()
    await open({ path: '/service', as: session })
    await disconnectCalls(page, '**/assets/ManagementRoute-*.js')
    await username().click()
    await page.getByRole('menuitem', { name: 'Portal' }).click()
    await page.getByRole('heading', { name: 'We couldn’t load this page' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('We couldn’t load this page')
    await page.goBack()
    await page.getByRole('heading', { name: 'Package & Pricing' }).waitFor()
  })

  it('stays visible if a part of it fails to load', async () => {
    const { as } = await ownerSession()
    await open({ path: '/no-such-page', as })
    await disconnectCalls(page, /assets\/(SignedInMenu|Toasts)-/)
    await page.goto(new URL('/login', page.url()).href)
    await page.keyboard.press('Tab')
    await header().getByRole('link', { name: 'Portal' }).waitFor()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  it('can be loaded again, with the page, if the code of the site fails to load', async () => {
    await open({ path: '/no-such-page' })
    const connect = await disconnectCalls(page, SITE_CODE)
    await page.goto(new URL('/login', page.url()).href)
    await page.getByRole('heading', { name: 'We couldn’t load this page' }).waitFor()
    await connect()
    await page.getByRole('button', { name: 'Try again' }).click()
    await header().getByRole('link', { name: 'Login' }).waitFor()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  it('stays on a prerendered page if the code of the site fails to load', async () => {
    await open({ path: '/no-such-page' })
    await disconnectCalls(page, SITE_CODE)
    await page.goto(new URL('/contact', page.url()).href)
    await page.getByText('This form needs JavaScript, which is turned off or didn’t load.').waitFor()
    await header().getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click()
    await expect.poll(pathNow).toBe('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('shows the login link if the stored token is invalid', async () => {
    await open({ path: '/blog', as: { key: 'token', token: 'no-such-token' } })
    await loginLink().waitFor()
    expect(await username().count()).toBe(0)
  })
})

describe('the sidebar on narrow screens', () => {
  const sidebar = () => page.getByRole('dialog', { name: 'Menu' })
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  async function openSidebar(): Promise<void> {
    await opener().click()
    await sidebar().waitFor()
  }

  it('opens by the menu button; closes by the close icon, Escape or a click outside, and restores the focus', async () => {
    await open({ path: '/service', width: PHONE_WIDTH })
    const ways = [
      () => sidebar().getByRole('button', { name: 'Close menu' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 400),
    ]
    for (const close of ways) {
      await openSidebar()
      expect(await sidebar().evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
      await close()
      await sidebar().waitFor({ state: 'hidden' })
      expect(await focusedName()).toBe('Open menu')
    }
  })

  it('stays open and can be closed after the phone is rotated', async () => {
    await open({ path: '/service', width: PHONE_WIDTH })
    await openSidebar()
    await page.setViewportSize({ width: 844, height: PHONE_WIDTH })
    await sidebar().getByRole('button', { name: 'Close menu' }).click()
    await sidebar().waitFor({ state: 'hidden' })
    await header().getByRole('link', { name: 'Blog' }).click()
    await expect.poll(pathNow).toBe('/blog')
  })

  it('closes when a link is clicked, and opens that page', async () => {
    await open({ path: '/', width: PHONE_WIDTH })
    for (const [name, href] of [['Login', '/login'], ...Object.entries(links)] as const) {
      await openSidebar()
      await sidebar().getByRole('link', { name, exact: true }).click()
      await expect.poll(pathNow).toBe(href)
      await sidebar().waitFor({ state: 'hidden' })
    }
  })

  it('contains the menu of the signed-in user', async () => {
    const { as } = await ownerSession()
    await open({ path: '/contact', width: PHONE_WIDTH, as })
    await openSidebar()
    await sidebar().getByText(USERNAME).waitFor()
    expect(await sidebar().getByRole('link', { name: 'Portal' }).getAttribute('href')).toBe('/management')
    expect(await sidebar().getByRole('link', { name: 'Login' }).count()).toBe(0)
    await sidebar().getByRole('link', { name: 'Change Password' }).click()
    await expect.poll(pathNow).toBe('/reset-password')
    await openSidebar()
    await sidebar().getByRole('button', { name: 'Logout' }).click()
    await sidebar().waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('the footer', () => {
  it('contains the contact details, the social links and the year', async () => {
    await open({ path: '/contact' })
    const addresses = {
      [office.phone]: office.phoneHref,
      [brand.email]: `mailto:${brand.email}`,
      X: office.social.x,
      Instagram: office.social.instagram,
      Facebook: office.social.facebook,
    }
    await atEachWidth(page, async () => {
      for (const [name, href] of Object.entries(addresses)) {
        expect(await footer().getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href)
      }
      await footer().getByText(`© ${new Date().getFullYear()} ${brand.name}`).waitFor()
    })
  })

  it('shows the current year and not the year of the build', async () => {
    await open({ path: '/blog' })
    await page.clock.setFixedTime('2031-06-01T12:00:00Z')
    await page.reload()
    await footer().getByText(`© 2031 ${brand.name}`).waitFor()
  })

  it('has entries for Privacy Policy and Terms & Condition that are marked as not available yet', async () => {
    await open({ path: '/service', width: PHONE_WIDTH })
    for (const name of ['Privacy Policy', 'Terms & Condition']) {
      const place = footer().getByRole('link', { name: `${name} (not available yet)` })
      expect(await place.getAttribute('aria-disabled')).toBe('true')
      expect(await place.getAttribute('href')).toBeNull()
      await place.scrollIntoViewIfNeeded()
      const [before, address] = [await page.evaluate(() => window.scrollY), page.url()]
      await place.click({ force: true })
      expect([await page.evaluate(() => window.scrollY), page.url()]).toEqual([before, address])
    }
  })
})

describe('pages of the site', () => {
  it('start at the top after a navigation, also by a link to the same page', async () => {
    await open({ path: '/', width: PHONE_WIDTH })
    for (const name of ['Services', 'Services', 'Home'] as const) {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      await footer().getByRole('link', { name }).click()
      await expect.poll(pathNow).toBe(links[name])
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    }
  })

  it.each(['/service', '/blog4'])('have a skip link for keyboards, also while %s is hydrated', async (path) => {
    await open({ path })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  it('have a header and footer, like the sign-in pages; the portal, its form and the admin area have none', async () => {
    const { session } = await ownerWithCompany()
    const newcomer = await ownerSession()
    const without: Visit[] = [
      { path: '/management', as: session },
      { path: '/new-company', as: newcomer.as },
      { path: '/admin/login' },
      { path: '/admin/dashboard', as: await adminSession() },
    ]
    for (const options of without) {
      await open(options)
      await page.locator('main').first().waitFor()
      expect(pathNow()).toBe(options.path)
      await atEachWidth(page, async () => {
        expect(await page.getByRole('link', { name: 'Skip to content' }).count(), options.path).toBe(0)
        expect(await footer().count(), options.path).toBe(0)
      })
      await page.context().close()
    }
    for (const path of ['/login', '/reset-password', '/otp', '/digital', '/no-such-page']) {
      await open({ path })
      await Promise.all([page.locator('main').first().waitFor(), footer().waitFor()])
      await atEachWidth(page, async () => {
        expect(await header().getByRole('navigation', { name: 'Pages' }).or(opener()).count(), path).toBe(1)
        expect(await footer().count(), path).toBe(1)
        expect(await page.getByRole('main').count(), path).toBe(1)
        expect(await page.getByText(brand.name, { exact: true }).filter({ visible: true }).count(), path).toBe(2)
      })
      await page.context().close()
    }
  })
})
