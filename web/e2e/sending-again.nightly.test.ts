import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { must, PASSWORD } from '../../deploy/tests/support/client.ts'
import { formTitled, ownerWithCompany, visit } from './people.ts'
import { toastSaid, toastsSaid } from './toasts.ts'

type Fate = (route: Route) => Promise<void>

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

/** The server processes the request, but the response is lost. */
const answerLost: Fate = async (route) => {
  await route.fetch()
  await route.abort('connectionreset')
}
/** The request does not arrive at the server. */
const requestLost: Fate = (route) => route.abort('connectionreset')
const unknown: Fate = (route) => route.fulfill({ status: 503, json: { code: 'outcome-unknown', message: 'Nobody knows.' } })

/** Applies the functions in `fates` to the first calls of a URL, in order. Returns the idempotency keys and trace parents of all calls. */
async function spoil(page: Page, address: string, fates: readonly Fate[]): Promise<{ keys: string[]; traces: string[] }> {
  const keys: string[] = []
  const traces: string[] = []
  await page.route(address, (route) => {
    const fate = fates[keys.length]
    const headers = route.request().headers()
    keys.push(headers[IDEMPOTENCY_KEY] ?? '')
    traces.push(headers.traceparent ?? '')
    return fate ? fate(route) : route.continue()
  })
  return { keys, traces }
}

describe('a call with an unknown outcome', () => {
  it('is retried with the same key in the same trace: it creates one account, and shows no error', async () => {
    const page = await visit(browser)
    await page.getByRole('button', { name: 'Create an account' }).click()
    const form = formTitled(page, 'Create account')
    await form.getByLabel('Username').fill('Olive Owner')
    await form.getByLabel('Email').fill(`again-${crypto.randomUUID()}@example.com`)
    await form.locator('input[type=password]').fill(PASSWORD)
    const { keys, traces } = await spoil(page, '**/api/user', [answerLost, unknown])
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await toastSaid(page, 'Account created successfully!')
    expect(await toastsSaid(page)).toEqual(['Account created successfully!'])
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[!-~]{10,}$/)
    expect(new Set(keys).size).toBe(1)
    expect(traces[0]).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/)
    expect(new Set(traces).size).toBe(1)
  })

  it('fails after two retries; when the user sends it again, the key is the same, and after a change it is new', async () => {
    const { company, send, token, session } = await ownerWithCompany()
    const page = await visit(browser, { path: '/management?show=new', as: session })
    const panel = page.getByRole('dialog', { name: 'Add New Task' })
    const submit = () => panel.getByRole('button', { name: 'Submit', exact: true }).click()
    const today = todayIn(DEFAULT_TIMEZONE)
    await panel.getByLabel('Title').fill('First wording')
    await panel.getByLabel('Submission for review').fill(addDays(today, 2))
    await panel.getByLabel('Target posting').fill(addDays(today, 6))

    const { keys } = await spoil(page, '**/api/task/create-task', [requestLost, requestLost, requestLost, answerLost, unknown, unknown])
    await submit()
    await toastSaid(page, 'Error creating task')
    expect(keys).toHaveLength(3)

    await panel.getByLabel('Title').fill('Second wording')
    await submit()
    await expect.poll(() => keys.length, { timeout: 10_000 }).toBe(6)
    await panel.getByRole('button', { name: 'Submit', exact: true, disabled: false }).waitFor()
    await submit()
    await toastSaid(page, 'Task created successfully!')

    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(new Set(keys.slice(3)).size).toBe(1)
    expect(keys).toHaveLength(7)
    expect(keys[3]).not.toBe(keys[0])
    const tasks = await must(send<Task[]>('GET', `/task/tasks/${company._id}`, { token }))
    expect(tasks.map(({ title }) => title)).toEqual(['Second wording'])
  })

  it('is not retried while offline; the error is shown at once', async () => {
    const page = await visit(browser, { path: '/contact' })
    await page.getByLabel('First name').fill('Vera')
    await page.getByLabel('Last name').fill('Visitor')
    await page.getByLabel('Email').fill('vera@example.com')
    const { keys } = await spoil(page, '**/api/contact', [requestLost, requestLost, requestLost])
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
    await page.getByRole('button', { name: 'Submit' }).click()
    await toastSaid(page, 'You are offline. Try again when you have a connection.')
    expect(keys).toHaveLength(1)
  })
})
