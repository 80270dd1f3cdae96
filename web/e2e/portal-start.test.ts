import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { stopClock } from './clock.ts'
import { delayCalls } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

it('the data and the chunks of the tasks are requested before the app has loaded, and only once', async () => {
  const { session, company } = await ownerWithCompany()
  const page = await visit(browser, { path: '/management', as: session })
  const empty = page.getByText('Click above to add your task!')
  await empty.waitFor()
  const address = page.url()
  // If the test reloaded the page, the old page could still send requests, and the test would count them. So the test leaves the page.
  await page.goto('about:blank')

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const times = (wanted: string | RegExp) => asked.filter((path) => (typeof wanted === 'string' ? path === wanted : wanted.test(path)))
  // When the live stream opens, the app requests the prefetched data again. The test counts requests, so it delays the stream.
  await delayCalls(page, '**/api/notifications/stream')
  const release = await delayCalls(page, '**/assets/index-*.js')
  void page.goto(address)
  const addresses = [
    '/api/me',
    '/api/company/get-company-profile',
    `/api/task/tasks/${company._id}`,
    /\/ManagementRoute-.*js$/,
    /\/DigitalContent-.*js$/,
    /\/DigitalContent-.*css$/,
  ]
  for (const path of addresses) await expect.poll(() => times(path), { message: String(path) }).toHaveLength(1)
  expect(await empty.isVisible()).toBe(false)
  await release()
  await empty.waitFor()
  for (const path of addresses) expect(times(path), String(path)).toHaveLength(1)
  await page.context().close()
})

it('data that has arrived when the app starts is in the first render, without skeletons', async () => {
  const { session, company } = await ownerWithCompany()
  const page = await visit(browser, { path: '/management', as: session })
  const empty = page.getByText('Click above to add your task!')
  await empty.waitFor()

  await page.addInitScript(() => {
    const drawn = Object.assign(window, { skeletons: 0 })
    new MutationObserver(() => {
      if (document.querySelector('[aria-busy="true"]')) drawn.skeletons++
    }).observe(document, { childList: true, subtree: true })
  })
  // The clock is stopped, so that no timeout renders skeletons.
  await stopClock(page)
  const release = await delayCalls(page, '**/assets/index-*.js')
  const answered = ['/api/me', '/api/company/get-company-profile', `/api/task/tasks/${company._id}`].map((address) =>
    page.waitForEvent('requestfinished', (request) => new URL(request.url()).pathname === address),
  )
  void page.reload()
  await Promise.all(answered)
  await release()
  await empty.waitFor()
  expect(await page.evaluate('skeletons')).toBe(0)
  await page.context().close()
})

it.each(['/api/me', '/api/task/tasks/*', '/assets/DigitalContent-*.js'])(
  'if %s never arrives, the rest of the page is shown after a moment',
  { tags: 'nightly' },
  async (address) => {
    const { session } = await ownerWithCompany()
    const page = await visit(browser, { path: '/management', as: session })
    await page.getByText('Click above to add your task!').waitFor()
    const release = await delayCalls(page, `**${address}`)
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Documents' }).waitFor()
    expect(await page.getByRole('status', { name: 'Loading' }).first().isVisible()).toBe(true)
    await release()
    await page.getByText('Click above to add your task!').waitFor()
    await page.context().close()
  },
)
