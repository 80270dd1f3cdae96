import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, must, reviewTokenIn, signInAdmin } from '../../deploy/tests/support/client.ts'
import { holdByTouch, phone } from '../../deploy/tests/support/hold-by-touch.ts'
import { builtWeb } from '../../deploy/tests/support/local-run.ts'
import { chooseFile } from './keyboard.ts'
import { ownerWithCompany } from './people.ts'
import { actionsOf } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

/** Removes what Safari 15.6 and Chrome 100 lack. */
function removeNewFeatures(): void {
  const lacking: [object, string[]][] = [
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['timeout', 'any']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [URL, ['canParse', 'parse']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'isDisjointFrom']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['map', 'filter', 'toArray', 'some', 'find', 'every', 'forEach', 'take', 'drop', 'flatMap', 'reduce'],
    ],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Element.prototype, ['checkVisibility', 'moveBefore']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
    [window, ['requestIdleCallback', 'onscrollend']],
  ]
  for (const [owner, names] of lacking) for (const name of names) Reflect.deleteProperty(owner, name)
  // The stylesheets contain `unknown-function()` instead of `light-dark()`. Scripts read the original text.
  const { getPropertyValue } = CSSStyleDeclaration.prototype
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return getPropertyValue.call(this, name).replaceAll('unknown-function(', 'light-dark(')
  }
  const supports = CSS.supports.bind(CSS)
  CSS.supports = (...[property, value]: [string, string?]) =>
    !`${property} ${value}`.includes('light-dark') && (value === undefined ? supports(property) : supports(property, value))
}

/** Opens pages as an older browser does. Returns the errors of all pages. */
async function olderBrowser(): Promise<{ context: BrowserContext; errors: Error[] }> {
  const context = await browser.newContext(phone)
  await context.addInitScript(removeNewFeatures)
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), 'accept-encoding': 'identity' } })
    await route.fulfill({ response, body: (await response.text()).replaceAll('light-dark(', 'unknown-function(') })
  })
  const errors: Error[] = []
  context.on('weberror', (error) => errors.push(error.error()))
  return { context, errors }
}

async function delivered(title: string) {
  const owner = await ownerWithCompany()
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
  const task = await assignTask(owner.send, owner.token, owner.company._id, title)
  await actionsOf(owner.send, owner.token, await signInAdmin(owner.send)).deliver(task)
  return { owner, task, statusOf: async () => (await must(owner.send<Task>('GET', `/task/${task._id}`, owner))).currentStatus }
}

const colorOf = (page: Page, name: string): Promise<string> =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)

it('the review page refers back with a picture in Safari 15.6 and Chrome 100', async () => {
  const { owner, statusOf } = await delivered('Winter blend on an old phone')
  const { text } = await mailTo(inject('inboxUrl'), owner.email, /Winter blend on an old phone/)
  const { context, errors } = await olderBrowser()
  const page = await context.newPage()
  await page.goto(`${inject('productUrl')}/review/${reviewTokenIn(text)}`)
  await page.getByRole('button', { name: 'Refer Back' }).waitFor()
  expect(await colorOf(page, 'Approve')).not.toMatch(/rgba\(0, 0, 0, 0\)/)
  await page.getByRole('button', { name: 'Refer Back' }).tap()
  await page.getByLabel('What should be different?').fill('The headline is too small.')
  await page.getByLabel('Suggestion image (optional)').setInputFiles({ name: 'sketch.png', mimeType: 'image/png', buffer: png() })
  await holdByTouch(page.getByRole('button', { name: 'Press and hold to send' }))
  await page.getByRole('heading', { level: 1, name: 'Referred back' }).waitFor()
  expect([await statusOf(), errors]).toEqual(['Roll Back', []])
  await context.close()
})

it('an owner assigns a task and refers a preview back in Safari 15.6 and Chrome 100', async () => {
  const { owner, task, statusOf } = await delivered('Autumn blend on an old phone')
  const { context, errors } = await olderBrowser()
  await context.addInitScript((token) => {
    if (window.location.pathname.startsWith('/management')) localStorage.setItem('token', token)
  }, owner.token)
  const page = await context.newPage()
  await page.goto(`${inject('productUrl')}/management`)
  await page.getByRole('button', { name: '+ Assign New Task' }).tap()
  await page.getByRole('dialog', { name: 'Add New Task' }).waitFor()
  await page.goto(`${inject('productUrl')}/management?show=task-${task.taskId}`)
  await page.getByRole('button', { name: 'Refer Back' }).tap()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().fill('Use our new logo')
  await chooseFile(form.locator('input[type=file]').first(), { name: 'logo.png', mimeType: 'image/png', buffer: png() })
  await form.getByRole('button', { name: 'Send Feedback' }).tap()
  await expect.poll(statusOf).toBe('Roll Back')
  expect(errors).toEqual([])
  await context.close()
})

it('the build contains no syntax that Safari 15.6 and Chrome 100 cannot parse', async () => {
  const folder = join(await builtWeb(), 'assets')
  const names = await readdir(folder)
  const textsOf = async (ending: string) =>
    Promise.all(
      names.filter((name) => name.endsWith(ending)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    )
  const found = async (ending: string, pattern: RegExp) =>
    (await textsOf(ending)).flatMap(([name, text]) => (pattern.test(text) ? [name] : []))
  // A range in a media query, and nested rules.
  expect(await found('.css', /@media[^{]*\((?:[\w.]+ ?)?(?:width|height) ?[<>]|[;{]&/)).toEqual([])
  // Lookbehind in a regular expression, and static blocks.
  expect(await found('.js', /\(\?<[=!]|static ?\{/)).toEqual([])
})

it.each([
  ['is null', () => Object.defineProperties(window, { localStorage: { value: null }, sessionStorage: { value: null } })],
  [
    'throws',
    () => {
      const get = () => {
        throw new DOMException('Access is denied', 'SecurityError')
      }
      Object.defineProperties(window, { localStorage: { get }, sessionStorage: { get } })
    },
  ],
])('signing in and reviewing work in a browser whose storage %s', async (_, block) => {
  const { owner, statusOf } = await delivered('Spring blend without storage')
  const context = await browser.newContext(phone)
  await context.addInitScript(block)
  const errors: Error[] = []
  context.on('weberror', (error) => errors.push(error.error()))
  const page = await context.newPage()
  await page.goto(`${inject('productUrl')}/login`)
  const form = page.locator('form', { has: page.getByRole('heading', { name: 'Login' }) })
  await form.getByLabel('Email').fill(owner.email)
  await form.locator('input[type=password]').fill('Palmetto-1!')
  await form.getByRole('button', { name: 'Login' }).tap()
  await page.getByRole('heading', { name: 'Spring blend without storage' }).waitFor()

  const { text } = await mailTo(inject('inboxUrl'), owner.email, /Spring blend without storage/)
  await page.goto(`${inject('productUrl')}/review/${reviewTokenIn(text)}`)
  await page.getByRole('button', { name: 'Refer Back' }).tap()
  await page.getByLabel('What should be different?').fill('Warmer colors, please.')
  await holdByTouch(page.getByRole('button', { name: 'Press and hold to send' }))
  await page.getByRole('heading', { level: 1, name: 'Referred back' }).waitFor()
  expect([await statusOf(), errors]).toEqual(['Roll Back', []])
  await context.close()
})
