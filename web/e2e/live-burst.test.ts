import type { Notification } from '@app/contracts/http/notifications.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assignTask } from '../../deploy/test/system/client.ts'
import { launchChromium } from './chromium.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { weekly } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const event = (companyProfileId: string, id: number, taskId: number): Notification => ({
  id,
  type: 'tasks.task-assigned.v1',
  message: '',
  companyProfileId,
  taskId,
  createdAt: new Date().toISOString(),
})

/** A page whose live stream says nothing but, when told to, that something happened to these companies, or this task of theirs, all at once. */
async function quietPage(path: string, as: { key: 'token' | 'adminToken'; token: string }) {
  const { promise: events, resolve } = Promise.withResolvers<{ companies: readonly string[]; taskId: number }>()
  const tell = (companies: readonly string[], taskId = 1) => resolve({ companies, taskId })
  const page = await visit(browser, { path: '/no-such-page', as })
  // What was asked ahead would be asked again as the line opens.
  await page.route('**/assets/ask-ahead-*.js', (route) => route.abort())
  let isFirst = true
  await page.route('**/api/notifications/stream', async (route) => {
    // The next connection would be taken for a return, which loads everything.
    if (!isFirst) return
    isFirst = false
    const { companies, taskId } = await events
    const body = companies.map((company, i) => `data: ${JSON.stringify(event(company, i + 1, taskId))}\n\n`).join('')
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.goto(new URL(path, page.url()).href)
  return { page, tell }
}

/** What of a list a page asks for from now on. */
function asked(page: Page, pathname: RegExp): string[] {
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (pathname.test(url.pathname)) searches.push(url.search)
  })
  return searches
}

it('the dashboard loads again the companies alone that something happened to, each once for a burst', async () => {
  const [one, other, session] = await Promise.all([ownerWithCompany('Burst Bakery'), ownerWithCompany('Calm Cafe'), adminSession()])
  const { page, tell } = await quietPage('/admin/dashboard?tab=pending', session)
  await page.getByRole('tab', { name: /^Pending Tasks: \d+$/ }).waitFor()
  const searches = asked(page, /^\/api\/admin\/all-companies$/)

  const title = `Burst ${crypto.randomUUID().slice(0, 6)}`
  await assignTask(one.send, one.token, one.company._id, title, weekly)
  tell([one.company._id, one.company._id, other.company._id, one.company._id, one.company._id])
  await expect.poll(() => searches.length).toBe(2)
  expect(searches).toEqual([one, other].map(({ company }) => `?companyProfileId=${company._id}`))
  await page
    .getByRole('article')
    .filter({ hasText: title })
    .or(page.getByRole('button', { name: 'Show more' }))
    .first()
    .waitFor()
  while (await page.getByRole('button', { name: 'Show more' }).isVisible()) await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('article').filter({ hasText: title }).waitFor()
  expect(searches).toHaveLength(2)
})

it('an owner loads the one task that a burst is about, once', async () => {
  const { send, token, company, session } = await ownerWithCompany()
  const { page, tell } = await quietPage('/management', session)
  await page.getByText('Click above to add your task!').waitFor()
  const lists = asked(page, /^\/api\/task\/tasks\//)
  const ones = asked(page, /^\/api\/task\/\d+$/)
  const { taskId } = await assignTask(send, token, company._id, 'From elsewhere', weekly)
  tell(
    Array.from({ length: 8 }, () => company._id),
    taskId,
  )
  await page.getByRole('article').filter({ hasText: 'From elsewhere' }).waitFor()
  expect(ones).toHaveLength(1)
  expect(lists).toHaveLength(0)
})
