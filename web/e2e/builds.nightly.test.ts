import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { builtWeb } from '../../deploy/tests/support/local-run.ts'
import { disconnectCalls } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await sharedChromium()
})
afterEach(() => page?.context().close())
afterAll(() => browser?.close())

const CREATE_TASK = '**/assets/CreateTask-*.js'

/** Opens the task list without prefetching. Adds an attribute to the page, so that a test can detect a reload. */
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

/** Changes the response header that contains the id of the build, as a deployment does. */
const deploy = () =>
  page.route(/\/api\/(me|company|task)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'app-build': 'the-next-one' } })
  })

it('the build contains no route between services', async () => {
  const folder = join(await builtWeb(), 'assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.length).toBeGreaterThan(0)
  const described = allRoutes.filter(({ summary }) => texts.some((text) => text.includes(summary)))
  expect(described.map(({ id }) => id)).toEqual([])
})

it('each script and stylesheet has a Brotli copy, and the gateway can recognize workers', async () => {
  const folder = join(await builtWeb(), 'assets')
  const names = await readdir(folder)
  const compressed = names.filter((name) => /\.(js|css)$/.test(name))
  expect(names.filter((name) => name.endsWith('.br')).sort()).toEqual(compressed.map((name) => `${name}.br`).sort())
  const [script = ''] = compressed
  expect(brotliDecompressSync(await readFile(join(folder, `${script}.br`)))).toEqual(await readFile(join(folder, script)))

  const scripts = await Promise.all(compressed.map((name) => readFile(join(folder, name), 'utf8')))
  const started = scripts.flatMap((text) =>
    [...text.matchAll(/(?:new Worker\([^)]*?|workerSrc=.)\/assets\/([\w.-]+)/g)].map(([, name]) => name),
  )
  expect(started.length).toBeGreaterThan(0)
  expect(started.filter((name) => !name?.startsWith('worker-'))).toEqual([])
})

it('the portal’s page loads at most 18 scripts and stylesheets, because each file delays the first task card on a phone', async () => {
  const html = await readFile(join(await builtWeb(), 'management.html'), 'utf8')
  const files = [...html.matchAll(/(?:href|src)="\/assets\/([\w.-]+)"/g)].map(([, name]) => name)
  expect(files).toContainEqual(expect.stringMatching(/^DigitalContent-.*\.js$/))
  expect(files.length).toBeLessThanOrEqual(18)
})

it('icons in a build have the size of the stylesheet', async () => {
  await openTasks()
  const icon = page.getByRole('navigation', { name: 'Sections' }).locator('svg').first()
  expect(await icon.evaluate((svg) => getComputedStyle(svg).width)).toBe('18px')
})

describe('a chunk that fails to load', () => {
  it('shows an error in its place, is requested again with its styles, and does not affect the page', async () => {
    await openTasks()
    await page.context().setOffline(true)
    await assign().click()
    await missing().getByText('We couldn’t load this part of the page. Check your connection and try again.').waitFor()
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

  it('is loaded by a reload of the page if the browser caches the failure', async () => {
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

it('a form can be sent again if the code that sends forms failed to load', async () => {
  await openTasks()
  const heal = await disconnectCalls(page, '**/assets/send-form-*.js')
  await assign().click()
  const today = todayIn(DEFAULT_TIMEZONE)
  await newTask().getByLabel('Title').fill('Flyer for the market')
  await newTask().getByLabel('Submission for review').fill(addDays(today, 2))
  await newTask().getByLabel('Target posting').fill(addDays(today, 6))
  await newTask().getByRole('button', { name: 'Submit', exact: true }).click()
  await toastSaid(page, 'Error creating task')
  await heal()
  await newTask().getByRole('button', { name: 'Submit', exact: true, disabled: false }).click()
  await toastSaid(page, 'Task created successfully!')
  expect(await isSamePage()).toBe(true)
})

describe('a newer build', () => {
  it('is loaded at the next navigation, but not while input would be lost, and not by going back', async () => {
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

it('panels can be opened while offline, because an idle page has prefetched them', async () => {
  const { session } = await ownerWithCompany()
  page = await visit(browser, { path: '/management', as: session })
  await assign().waitFor()
  // Chunks are prefetched one after the other, and this chunk is the last.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/PostedTasks-')))
  await page.context().setOffline(true)
  await assign().click()
  await newTask().waitFor()
})
