import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { clientOf, createCompany, must, signInAdmin, signUpOwner } from '../../deploy/tests/support/client.ts'
import { readAddresses } from '../../deploy/tests/support/local-run.ts'
import { admin, cachedEnvironment } from '../../deploy/tests/support/product.ts'
import { recordToasts } from './toasts.ts'

const ADD_ADMIN = fileURLToPath(new URL('../../services/identity/src/add-admin.ts', import.meta.url))

export interface Visit {
  /** A path in the running product that all tests use together, or a full URL if the test has started its own product. */
  path?: string
  width?: number
  /** Whether the browser is a phone with a touch screen. */
  isPhone?: boolean
  colorScheme?: 'light' | 'dark'
  as?: { key: 'token' | 'adminToken'; token: string }
  /** IANA time zone of the browser. Default: the machine's time zone. */
  timezoneId?: string
  /** Time of the browser's clock when the page opens. The clock continues from this time. */
  now?: Date | undefined
}

export async function visit(
  browser: Browser,
  { path = '/login', width = 1440, isPhone = false, colorScheme = 'light', as, timezoneId, now }: Visit = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme,
    reducedMotion: 'reduce',
    ...(timezoneId && { timezoneId }),
  })
  await recordToasts(context)
  await context.addInitScript(moveServerDate)
  const page = await context.newPage()
  if (now) await page.clock.install({ time: now })
  if (as) await page.addInitScript(({ key, token }) => localStorage.setItem(key, token), as)
  await open(page, path)
  return page
}

/**
 * Moves the header `Date` of all responses to the time of the page's clock. Otherwise the app would correct a clock that a test has set,
 * because the date of the server counts.
 */
function moveServerDate(): void {
  for (const [type, method] of [
    [Headers.prototype, 'get'],
    [XMLHttpRequest.prototype, 'getResponseHeader'],
  ] as const) {
    const read: (name: string) => string | null = Reflect.get(type, method)
    Reflect.set(type, method, function (this: unknown, name: string) {
      const value = read.call(this, name)
      return value && name.toLowerCase() === 'date' ? new Date().toUTCString() : value
    })
  }
}

/** Opens a path in the running product, or a full URL, and waits until the page reacts to clicks. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, inject('productUrl')).href)
  await page.waitForFunction(isHydrated)
}

/** Whether React has hydrated the page. Before that, a prerendered page is visible but does not react to clicks. */
const isHydrated = (): boolean => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'))

/** Signs up an owner and creates a company over HTTP. `more` contains further fields of the company's profile. */
export async function ownerWithCompany(companyName?: string, more?: Parameters<typeof createCompany>[3]) {
  const send = clientOf(inject('productUrl'))
  const owner = await signUpOwner(send)
  const company = await createCompany(send, owner.token, companyName, more)
  return { ...owner, company, send, session: { key: 'token', token: owner.token } as const }
}

export const adminSession = async () => ({ key: 'adminToken', token: await signInAdmin(clientOf(inject('productUrl'))) }) as const

/** Adds another admin with the command for operators, and signs the admin in. Returns the token. */
export async function addAdmin(email: string): Promise<string> {
  const { databaseUrl } = await readAddresses(inject('dataDir'))
  const env = { ...cachedEnvironment, DATABASE_URL: databaseUrl }
  const command = spawn(process.execPath, [ADD_ADMIN, email], { env, stdio: ['pipe', 'inherit', 'inherit'] })
  command.stdin.end(admin.password)
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error(`The command exited with code ${code}`)
  const { token } = await must(clientOf(inject('productUrl'))<{ token: string }>('POST', '/admin/login', { json: { ...admin, email } }))
  return token
}

export const formTitled = (page: Page, heading: string): Locator =>
  page.locator('form', { has: page.getByRole('heading', { name: heading, exact: true }) })

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const form = formTitled(page, 'Login')
  await form.getByLabel('Email').fill(email)
  await form.locator('input[type=password]').fill(password)
  await form.getByRole('button', { name: 'Login' }).click()
}
