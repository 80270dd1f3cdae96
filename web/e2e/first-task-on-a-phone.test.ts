import { png } from '@app/chassis/testing/pictures.ts'
import { addDays, DEFAULT_TIMEZONE, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { REVIEW_GAP_DAYS } from '@app/contracts/rules/task-dates.ts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { PASSWORD } from '../../deploy/test/system/client.ts'
import { describeEffort, type PersonOnPhone, personOnPhone, typingSeconds } from './effort.ts'
import { isFocused } from './keyboard.ts'
import { create, next } from './new-company-form.ts'
import { formTitled, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const TOUCHES_MAX = 25
const TYPING_SECONDS_MAX = 4 * 60
const WAITS_MAX = 4

const email = `olive-${crypto.randomUUID().slice(0, 8)}@example.com`
const title = 'Winter blend is here'
const submission = tomorrowIn(DEFAULT_TIMEZONE)
const target = addDays(submission, REVIEW_GAP_DAYS)

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

it('an owner signs up and assigns the first task on a phone, with few touches and little typing', async () => {
  const page = await visit(browser, { width: 390, isPhone: true })
  const owner = personOnPhone(page)
  await step('sign up and sign in', () => signUp(owner))
  await step('create the company profile', () => createProfile(owner))
  await step('assign the first task', () => assignTask(owner))

  process.stdout.write(`From sign-up to the first task on a phone: ${describeEffort(owner.effort)}\n`)
  expect(owner.effort.touches, 'touches').toBeLessThanOrEqual(TOUCHES_MAX)
  expect(typingSeconds(owner.effort), 'seconds of typing').toBeLessThan(TYPING_SECONDS_MAX)
  expect(owner.effort.waits.length, 'waits').toBeLessThanOrEqual(WAITS_MAX)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

it('an occasion fills the texts with two touches, one more touch undoes them, and all buttons fit a finger', async () => {
  const { session } = await ownerWithCompany()
  const page = await visit(browser, { path: '/management?show=new', width: 390, isPhone: true, as: session })
  const { tap, effort } = personOnPhone(page)
  const panel = page.getByRole('dialog', { name: 'Add New Task' })
  const titleField = panel.getByLabel('Task Title')
  await tap(panel.getByRole('button', { name: 'Start from an occasion' }))
  await expectLargeButtons(page.getByRole('dialog', { name: 'Start from' }))
  await tap(page.getByRole('button', { name: 'Event', exact: true }))
  await expect.poll(() => titleField.inputValue()).toBe('Open evening')
  await expectLargeButtons(panel)
  await tap(panel.getByRole('button', { name: 'Undo all' }))
  await expect.poll(() => titleField.inputValue()).toBe('')
  expect(effort.touches).toBe(3)
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

async function signUp({ page, tap, write, waitFor }: PersonOnPhone): Promise<void> {
  await tap(page.getByRole('tab', { name: 'Sign up' }))
  const form = formTitled(page, 'Create account')
  await write(form.getByLabel('Username'), 'Olive Owner')
  await write(form.getByLabel('Email'), email)
  await write(form.locator('input[type=password]'), PASSWORD)
  await tap(form.getByRole('button', { name: 'Sign Up' }))
  const login = formTitled(page, 'Login')
  const password = login.locator('input[type=password]')
  // The email address is already filled in, and the password field has the focus.
  await waitFor('account created', () => expect.poll(() => isFocused(password)).toBe(true))
  await write(password, PASSWORD)
  await tap(login.getByRole('button', { name: 'Login' }))
  await waitFor('signed in', () => page.getByLabel('Company Name').waitFor())
}

/** Fills in the required fields of the three steps of the company profile. The company's email address is that of the account. */
async function createProfile({ page, tap, write, pickPicture, waitFor }: PersonOnPhone): Promise<void> {
  await write(page.getByLabel('Company Name'), 'Harbor & Pine Coffee')
  await write(page.getByLabel('Industry'), 'Coffee')
  await tap(next(page))
  await write(page.getByLabel('Phone'), '8035550100')
  await tap(next(page))
  await pickPicture(page.getByLabel('Company logo'), { name: 'logo.png', mimeType: 'image/png', buffer: png() })
  await tap(create(page))
  await waitFor('profile created', () => page.getByRole('heading', { name: 'Tasks' }).waitFor())
}

/** Fills in the required fields of a task. The panel then closes, and the card of the task has the focus. */
async function assignTask({ page, tap, write, pickDate, waitFor }: PersonOnPhone): Promise<void> {
  await tap(page.getByRole('link', { name: 'Assign your first task' }))
  const panel = page.getByRole('dialog', { name: 'Add New Task' })
  await panel.waitFor()
  await write(panel.getByLabel('Task Title'), title)
  await pickDate(panel.getByLabel('Submission for review'), submission)
  await pickDate(panel.getByLabel('Target posting'), target)
  await tap(panel.getByRole('button', { name: 'Submit', exact: true }))
  await waitFor('task created', () => panel.waitFor({ state: 'detached' }))
  await toastSaid(page, 'Task created successfully!')
  const card = page.getByRole('article', { name: title })
  await expect.poll(() => isFocused(card.getByRole('heading', { name: title }))).toBe(true)
  expect(await card.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true)
}
