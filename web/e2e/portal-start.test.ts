import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { holdBack } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

it('what the tasks are shown by and from is on its way before the app is there, and asked for once', async () => {
  const { session, company } = await ownerWithCompany()
  const page = await visit(browser, { path: '/management', as: session })
  const empty = page.getByText('Click above to add your task!')
  await empty.waitFor()

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const times = (address: string | RegExp) => asked.filter((path) => (typeof address === 'string' ? path === address : address.test(path)))
  // What is asked again once the news is heard.
  await holdBack(page, '**/api/notifications/stream')
  const letCome = await holdBack(page, '**/assets/index-*.js')
  void page.reload()
  const addresses = [
    '/api/me',
    '/api/company/get-company-profile',
    `/api/task/tasks/${company._id}`,
    /\/ManagementRoute-.*js$/,
    /\/DigitalContent-.*js$/,
    /\/DigitalContent-.*css$/,
  ]
  for (const address of addresses) await expect.poll(() => times(address), { message: String(address) }).toHaveLength(1)
  expect(await empty.isVisible()).toBe(false)
  await letCome()
  await empty.waitFor()
  for (const address of addresses) expect(times(address), String(address)).toHaveLength(1)
  await page.context().close()
})
