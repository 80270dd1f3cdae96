import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { must, PASSWORD } from '../../deploy/tests/support/client.ts'
import { disconnectCalls } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

/** Signs in an owner and opens the portal. Also returns `statusOf`, which requests `/me` with a token and returns the status code. */
async function atWork() {
  const owner = await ownerWithCompany()
  const page = await visit(browser, { path: '/management', as: owner.session })
  const menu = page.getByRole('button', { name: 'Menu of Harbor & Pine Coffee' })
  await menu.waitFor()
  const choose = async (item: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const statusOf = async (token: string) => (await owner.send('GET', '/me', { token })).status
  return { ...owner, page, choose, statusOf }
}

describe('an owner', () => {
  it('signs out: this token becomes invalid, the token of another browser stays valid', async () => {
    const { page, choose, statusOf, token, email, send } = await atWork()
    const other = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
    await choose('Logout & Go Home')
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => statusOf(token)).toBe(401)
    expect(await statusOf(other.Token)).toBe(200)
  })

  it('signs out in this browser while offline', async () => {
    const { page, choose } = await atWork()
    await page.context().setOffline(true)
    await choose('Logout & Go Home')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  it('signs out everywhere after a confirmation and a successful response', async () => {
    const { page, choose, statusOf, token, email, send } = await atWork()
    const other = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
    const dialog = page.getByRole('dialog', { name: 'Log out everywhere' })
    const confirm = dialog.getByRole('button', { name: 'Log out' })

    await choose('Log out everywhere')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await statusOf(other.Token)).toBe(200)

    await choose('Log out everywhere')
    const heal = await disconnectCalls(page, '**/api/sign-out/everywhere')
    await confirm.click()
    await toastSaid(page, 'We couldn’t sign you out everywhere. Please try again.')
    await heal()
    await confirm.click()
    await page.waitForURL((url) => url.pathname === '/')
    for (const ended of [token, other.Token]) await expect.poll(() => statusOf(ended)).toBe(401)
  })
})
