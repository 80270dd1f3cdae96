import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { personOnPhone } from './effort.ts'
import { assignFirstTask, createProfile, signUp } from './first-task.ts'
import { ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'

const TOUCHES_MAX = 25
const TYPING_SECONDS_MAX = 4 * 60
const WAITS_MAX = 4

const email = `olive-${crypto.randomUUID().slice(0, 8)}@example.com`

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

it('an owner signs up and assigns the first task on a phone, with few touches and little typing', async () => {
  const page = await visit(browser, { width: 390, isPhone: true })
  const owner = personOnPhone(page)
  await step('sign up and sign in', () => signUp(owner, email))
  await step('create the company profile', () => createProfile(owner))
  await step('assign the first task', () => assignFirstTask(owner, 'Winter blend is here'))

  process.stdout.write(`From sign-up to the first task on a phone: ${owner.describeEffort()}\n`)
  expect(owner.effort.presses, 'touches').toBeLessThanOrEqual(TOUCHES_MAX)
  expect(owner.typingSeconds(), 'seconds of typing').toBeLessThan(TYPING_SECONDS_MAX)
  expect(owner.effort.waits.length, 'waits').toBeLessThanOrEqual(WAITS_MAX)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

it('an occasion fills the texts with two touches, one more touch undoes them, and all buttons fit a finger', async () => {
  const { session } = await ownerWithCompany()
  const page = await visit(browser, { path: '/management?show=new', width: 390, isPhone: true, as: session })
  const { press, effort } = personOnPhone(page)
  const panel = page.getByRole('dialog', { name: 'Add New Task' })
  const titleField = panel.getByLabel('Task Title')
  await press(panel.getByRole('button', { name: 'Start from an occasion' }))
  await expectLargeButtons(page.getByRole('dialog', { name: 'Start from' }))
  await press(page.getByRole('button', { name: 'Event', exact: true }))
  await expect.poll(() => titleField.inputValue()).toBe('Open evening')
  await expectLargeButtons(panel)
  await press(panel.getByRole('button', { name: 'Undo all' }))
  await expect.poll(() => titleField.inputValue()).toBe('')
  expect(effort.presses).toBe(3)
})

const FINGER_PX = 44

async function expectLargeButtons(dialog: Locator): Promise<void> {
  await dialog.waitFor()
  const boxes = await dialog.locator('button:visible, summary').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height } = button.getBoundingClientRect()
      return { name: button.textContent || button.getAttribute('aria-label'), size: Math.min(width, height) }
    }),
  )
  expect(boxes.length).toBeGreaterThan(0)
  expect(boxes.filter(({ size }) => size < FINGER_PX)).toEqual([])
}
