import type { Notification } from '@app/contracts/http/notifications.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, weekly } from '../../deploy/tests/support/client.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

type Changed = Pick<Notification, 'companyProfileId' | 'taskId'>

const event = (changed: Changed, id: number): Notification => ({
  id,
  type: 'tasks.task-assigned.v1',
  message: '',
  ...changed,
  DocId: null,
  createdAt: new Date().toISOString(),
})

/** Opens a page with a mocked live stream. `emit` sends one event for each changed task, all at once. */
async function quietPage(path: string, as: { key: 'token' | 'adminToken'; token: string }) {
  const { promise: events, resolve: emit } = Promise.withResolvers<readonly Changed[]>()
  const page = await visit(browser, { path: '/no-such-page', as })
  // When the live stream opens, the app requests prefetched data again. The tests count requests, so the prefetch script is blocked.
  await page.route('**/assets/prefetch-*.js', (route) => route.abort())
  let isFirst = true
  await page.route('**/api/notifications/stream', async (route) => {
    // A second connection would be treated as a reconnect, which reloads everything.
    if (!isFirst) return
    isFirst = false
    const body = (await events).map((changed, i) => `data: ${JSON.stringify(event(changed, i + 1))}\n\n`).join('')
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.goto(new URL(path, page.url()).href)
  return { page, emit }
}

/** Records the requests whose path matches. `wordsOf` converts the URL of a request to the recorded text. */
function asked(page: Page, pathname: RegExp, wordsOf: (url: URL) => string): string[] {
  const words: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (pathname.test(url.pathname)) words.push(wordsOf(url))
  })
  return words
}

it('for a burst of events, the dashboard requests each changed task once, and nothing else', async () => {
  const [one, other, session] = await Promise.all([ownerWithCompany('Burst Bakery'), ownerWithCompany('Calm Cafe'), adminSession()])
  const mark = `Burst ${crypto.randomUUID().slice(0, 6)}`
  const { page, emit } = await quietPage(`/admin/dashboard?tab=pending&q=${mark}`, session)
  await page.getByText('No Search Results').waitFor()
  const paths = asked(page, /^\/api\/admin\/board\/(tasks|companies)/, ({ pathname }) => pathname)

  const [first, second] = await Promise.all(
    [one, other].map(async ({ send, token, company }) => {
      const { taskId } = await assignTask(send, token, company._id, `${mark} of ${company.companyName}`, weekly)
      return { taskId, companyProfileId: company._id }
    }),
  )
  if (!first || !second) throw new Error('Two tasks were assigned')
  emit([first, first, second, first, first])
  const card = (of: string) => page.getByRole('article').filter({ hasText: `${mark} of ${of}` })
  await Promise.all(['Burst Bakery', 'Calm Cafe'].map((of) => card(of).waitFor()))
  expect(paths.toSorted()).toEqual([first, second].map(({ taskId }) => `/api/admin/board/tasks/${taskId}`).toSorted())
})

it('for a burst of events about one task, the owner’s screen requests it once', async () => {
  const { send, token, company, session } = await ownerWithCompany()
  const { page, emit } = await quietPage('/management', session)
  await page.getByText('Click above to add your task!').waitFor()
  const lists = asked(page, /^\/api\/task\/tasks\//, ({ search }) => search)
  const ones = asked(page, /^\/api\/task\/\d+$/, ({ pathname }) => pathname)
  const { taskId } = await assignTask(send, token, company._id, 'From elsewhere', weekly)
  emit(Array.from({ length: 8 }, () => ({ taskId, companyProfileId: company._id })))
  await page.getByRole('article').filter({ hasText: 'From elsewhere' }).waitFor()
  expect(ones).toHaveLength(1)
  expect(lists).toHaveLength(0)
})
