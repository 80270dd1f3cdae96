import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, weekly } from '../../deploy/tests/support/client.ts'
import { ownerWithCompany, visit } from './people.ts'

/** One more than the number of connections that a browser opens to an HTTP/1.1 server. */
const TABS = 7

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

const pathOf = (request: Request) => new URL(request.url()).pathname
const cardIn = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

it('seven tabs share one stream: each receives an event once, and another tab takes over when the tab with the stream closes', async () => {
  const { send, token, company, session } = await ownerWithCompany()
  const first = await visit(browser, { path: '/management', as: session })
  const address = first.url()
  const context = first.context()
  // Leaves the page, so that the earlier requests of the page are not counted.
  await first.goto('about:blank')
  const streams: Request[] = []
  const looked: Request[] = []
  context.on('request', (request) => {
    if (pathOf(request) === '/api/notifications/stream') streams.push(request)
    if (/^\/api\/task\/\d+$/.test(pathOf(request))) looked.push(request)
  })
  await first.goto(address)
  const tabs = [first]
  await context.addInitScript(({ key, token }) => localStorage.setItem(key, token), session)
  while (tabs.length < TABS) {
    const tab = await context.newPage()
    tabs.push(tab)
    await tab.goto(address)
  }
  for (const tab of tabs) await tab.getByText('Click above to add your task!').waitFor()
  expect(streams).toHaveLength(1)

  await assignTask(send, token, company._id, 'Told to all', weekly)
  for (const tab of tabs) await cardIn(tab, 'Told to all').waitFor()
  expect(looked.map((request) => tabs.indexOf(request.frame().page())).toSorted()).toEqual([...tabs.keys()])

  const leading = streams[0]?.frame().page()
  const others = tabs.filter((tab) => tab !== leading)
  await leading?.close()
  await expect.poll(() => streams.length).toBe(2)
  await assignTask(send, token, company._id, 'Told by the next', weekly)
  for (const tab of others) await cardIn(tab, 'Told by the next').waitFor()
  expect(streams).toHaveLength(2)

  const ended = streams[1] && context.waitForEvent('requestfailed', (request) => request === streams[1])
  const [last] = others
  await last?.getByRole('button', { name: /^Menu of/ }).click()
  await last?.getByRole('menuitem', { name: 'Logout & Go Home' }).click()
  await ended
  for (const tab of others) await expect.poll(() => new URL(tab.url()).pathname).not.toBe('/management')
  expect(streams).toHaveLength(2)
  await context.close()
})
