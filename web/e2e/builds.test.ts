import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allRoutes } from '@app/contracts/surface.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { builtWeb } from '../../deploy/local/web-build.ts'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { ownerWithCompany, visit } from './people.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launchChromium()
})
afterEach(() => page?.context().close())
afterAll(() => browser?.close())

const CREATE_TASK = '**/assets/CreateTask-*.js'

/** The list of tasks, before what opens over it has been fetched; marked, so that one loaded anew is told from it. */
async function openTasks(): Promise<void> {
  const { session } = await ownerWithCompany()
  page = await visit(browser, { path: '/login', as: session })
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.goto(new URL('/management', page.url()).href)
  await assign().waitFor()
  await mark()
}

const assign = () => page.getByRole('button', { name: '+ Assign New Task' })
const missing = () => page.getByRole('dialog', { name: 'Not loaded' })
const newTask = () => page.getByRole('dialog', { name: 'Add New Task' })
const mark = () => page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
const isSamePage = async () => (await page.locator('html[data-before]').count()) === 1

/** From now on the gateway says that it serves another build. */
const deploy = () =>
  page.route(/\/api\/(me|company|task)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'app-build': 'the-next-one' } })
  })

it('says nothing of a route that is for the services alone', async () => {
  const folder = join(await builtWeb(), 'assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.length).toBeGreaterThan(0)
  const described = allRoutes.filter(({ summary }) => texts.some((text) => text.includes(summary)))
  expect(described.map(({ id }) => id)).toEqual([])
})

it('icons are as large in a build as the stylesheet says', async () => {
  await openTasks()
  const icon = page.getByRole('navigation', { name: 'Sections' }).locator('svg').first()
  expect(await icon.evaluate((svg) => getComputedStyle(svg).width)).toBe('18px')
})

describe('a part that does not arrive', () => {
  it('says so by itself, is fetched again with its styles, and leaves the page alone', async () => {
    await openTasks()
    await page.context().setOffline(true)
    await assign().click()
    await missing().getByText('This part could not be shown. Check your connection and try again.').waitFor()
    await missing().getByRole('button', { name: 'Try again' }).click()
    await missing().getByRole('button', { name: 'Try again' }).and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Escape')
    await missing().waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Tasks', exact: true }).isVisible()).toBe(true)

    await assign().click()
    await missing().waitFor()
    await page.context().setOffline(false)
    await missing().getByRole('button', { name: 'Try again' }).click()
    await newTask().waitFor()
    expect(await isSamePage()).toBe(true)
    const missed = await page.evaluate(
      () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).length,
    )
    expect(missed).toBe(0)
  })

  it('comes with a page loaded anew where the browser remembers its failure', async () => {
    await openTasks()
    await page.route(CREATE_TASK, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("half a file")' }))
    await assign().click()
    await missing().waitFor()
    await page.unroute(CREATE_TASK)
    await missing().getByRole('button', { name: 'Try again' }).click()
    await newTask().waitFor()
    expect(await isSamePage()).toBe(false)
  })
})

describe('a newer build', () => {
  it('is loaded at the next move, but not while something typed would be lost, nor by going back', async () => {
    await openTasks()
    await deploy()
    await page.reload()
    await assign().waitFor()
    await mark()
    await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }))
    await assign().click()
    await newTask().waitFor()
    expect(await isSamePage()).toBe(true)
    await page.goBack()
    await newTask().waitFor({ state: 'detached' })
    expect(await isSamePage()).toBe(true)

    await assign().click()
    await page.waitForFunction(() => !document.documentElement.hasAttribute('data-before'))
    await newTask().waitFor()
    expect(new URL(page.url()).search).toBe('?show=new')
  })
})

it('what opens over a page is there before the network goes, once the page has been idle', async () => {
  const { session } = await ownerWithCompany()
  page = await visit(browser, { path: '/management', as: session })
  await assign().waitFor()
  // The last of them: they are fetched one after the other.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/PostedTasks-')))
  await page.context().setOffline(true)
  await assign().click()
  await newTask().waitFor()
})
