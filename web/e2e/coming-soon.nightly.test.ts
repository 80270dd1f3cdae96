import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/test/chromium.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

it('an interest in a feature is stored, counted for admins, and removed again', async () => {
  const [{ session }, adminsSession] = await Promise.all([ownerWithCompany(), adminSession()])
  const [owner, admin] = await Promise.all([
    visit(browser, { path: '/management?section=6', as: session }),
    visit(browser, { path: '/admin/dashboard?tab=companies', as: adminsSession }),
  ])
  const waiting = admin.getByText(/^Interested: Tracking Expense \d+ · Invoice \d+$/)
  const counted = async () => {
    await admin.reload()
    await waiting.waitFor()
    return Number((await waiting.textContent())?.match(/\d+/)?.[0])
  }
  const before = await counted()

  await owner.getByRole('button', { name: 'Notify me when it’s ready' }).click()
  await owner.getByText('We’ll notify you.').waitFor()
  await owner.reload()
  await owner.getByText('We’ll notify you.').waitFor()
  expect(await counted()).toBe(before + 1)

  await owner.getByRole('button', { name: 'Don’t notify me' }).click()
  await owner.getByText('We won’t notify you.').waitFor()
  expect(await counted()).toBe(before)
  await owner.getByRole('link', { name: 'Invoice' }).click()
  await owner.getByRole('button', { name: 'Notify me when it’s ready' }).waitFor()
})
