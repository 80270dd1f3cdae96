import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import {
  assignTask,
  clientOf,
  confirmEmail,
  createCompany,
  must,
  signInAdmin,
  signUpOwner,
  weekly,
} from '../../deploy/tests/support/client.ts'
import { startFilledProduct } from '../../deploy/tests/support/filled-product.ts'
import { visit } from './people.ts'

const COMPANIES = 10_000
const TASKS_EACH = 10
const NAME = 'Palmetto Paper & Ink'

let product: Awaited<ReturnType<typeof startFilledProduct>> | undefined
let browser: Browser | undefined
let assign: (title: string) => ReturnType<typeof assignTask>
let open: (search: string) => Promise<Page>

beforeAll(async () => {
  product = await startFilledProduct(COMPANIES, TASKS_EACH)
  const { url } = product
  const send = clientOf(url)
  const [owner, token] = await Promise.all([signUpOwner(send), signInAdmin(send)])
  await confirmEmail(send, product.inboxUrl, owner.email)
  const company = await createCompany(send, owner.token, NAME)
  assign = (title) => assignTask(send, owner.token, company._id, title, weekly)
  await assign('Hand-set cards')
  // The first query after a bulk insert is slow, so it runs here and not in a test.
  await must(send('GET', '/admin/board/counts', { token }))
  const chromium = await sharedChromium()
  browser = chromium
  open = (search) => visit(chromium, { path: `${url}/admin/dashboard${search}`, as: { key: 'adminToken', token } })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Records the responses to admin calls, until the returned function is called. It returns their number and their sizes in bytes. */
function recordResponses(page: Page) {
  const responses: Response[] = []
  const record = (response: Response) => {
    if (response.url().includes('/api/admin/')) responses.push(response)
  }
  page.on('response', record)
  const sum = async (sizeOf: (response: Response) => Promise<number>) =>
    (await Promise.all(responses.map(sizeOf))).reduce((total, size) => total + size, 0)
  return async () => {
    page.off('response', record)
    return {
      calls: responses.length,
      transferred: await sum(async (response) => (await response.request().sizes()).responseBodySize),
      decoded: await sum(async (response) => (await response.body()).length),
    }
  }
}

it('all tasks of 10,000 companies are counted, and only those in view are loaded', async () => {
  const page = await open('?tab=tasks')
  await tab(page, `Total Tasks: ${COMPANIES * TASKS_EACH + 1}`).waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 3 }).count()).toBe(20)
  const asked = recordResponses(page)
  await page.reload()
  await tab(page, `Pending Tasks: ${COMPANIES * TASKS_EACH + 1}`).waitFor()
  await page.getByRole('link', { name: 'View Company 1', exact: true }).waitFor()
  const { calls, transferred, decoded } = await asked()
  expect(calls).toBeLessThanOrEqual(4)
  expect(transferred).toBeLessThan(20_000)
  expect(decoded).toBeLessThan(200_000)
})

it('more companies are loaded on scroll', async () => {
  const page = await open('?tab=companies')
  for (const row of ['Company 20', 'Company 60', 'Company 100']) {
    const link = page.getByRole('link', { name: row, exact: true })
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4_000)
        return link.count()
      })
      .toBe(1)
  }
})

it('a company is found by its name, a task by its title and its number', async () => {
  const page = await open('?tab=companies')
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('paper palmetto')
  await page.getByText('(1 found for "paper palmetto")').waitFor()
  await page.getByRole('link', { name: `View ${NAME}` }).click()
  await page.getByRole('dialog', { name: NAME }).getByText('(803) 555-0100').waitFor()
  await page.keyboard.press('Escape')

  await tab(page, `Total Tasks: ${COMPANIES * TASKS_EACH + 1}`).click()
  const search = page.getByRole('searchbox', { name: 'Search tasks' })
  await search.fill('hand-set')
  const card = page.getByRole('article')
  await expect.poll(() => card.getByRole('link').allInnerTexts()).toEqual(['Hand-set cards'])
  const number = (await card.innerText()).match(/#\d+/)?.[0] ?? ''
  await search.fill(number)
  await page.getByText(`(1 found for "${number}")`).waitFor()
  expect(await card.getByRole('link').allInnerTexts()).toEqual(['Hand-set cards'])
})

it('a change of a task appears by itself, without reloading the lists', async () => {
  const page = await open('?tab=pending&sort=newest')
  await page.getByRole('article').filter({ hasText: 'Hand-set cards' }).waitFor()
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/board\/(tasks|companies)\?/.test(request.url())) lists.push(request.url())
  })
  await assign('Letterpress labels')
  await tab(page, `Pending Tasks: ${COMPANIES * TASKS_EACH + 2}`).waitFor()
  const first = page.getByRole('article').first()
  await first.filter({ hasText: 'Letterpress labels' }).waitFor()
  expect(lists).toEqual([])
})
