import { createTestSheet } from '@app/chassis/testing/sheet.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { type DevelopmentSheet, startDevelopmentSheet } from '../../deploy/tests/support/local-run.ts'
import { expectAccessible, expectAxeFindsNothing } from './accessible.ts'

const quiet = { info() {}, warn() {} }
let server: DevelopmentSheet
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await sharedChromium()
})
beforeEach(async () => {
  server = await startDevelopmentSheet({ log: quiet })
  page = await browser.newPage()
})
afterEach(async () => {
  await page.close()
  await server.stop()
})
afterAll(() => browser?.close())

const nameOf = (url: string): string => url.split('/').at(-1) ?? ''
const cell = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)

it('a spreadsheet is made, given a script and headers, and shows what the script writes', async () => {
  await page.goto(server.url)
  await page.getByText('No spreadsheet yet.').waitFor()
  await page.getByRole('button', { name: 'New spreadsheet' }).click()
  await page.getByLabel('Name').fill('Not a name')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  await page.getByLabel('Name').fill('harbor-pine')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'harbor-pine' }).waitFor()
  expect(await page.getByText('/exec/harbor-pine').innerText()).toBe(`${server.url}/exec/harbor-pine`)

  await page.getByRole('button', { name: 'Paste a script' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill('function doGet() { SpreadsheetApp.getActiveSheet().appendRow(["a", "1/2/2026"]) }')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change the script' }).waitFor()
  await fetch(`${server.url}/exec/harbor-pine`)
  await expect.poll(() => cell('A1, a').inputValue()).toBe('a')
  expect(await cell('B1, 1/2/2026').inputValue()).toBe('1/2/2026')
})

it('cells are edited by keyboard, and values that cannot be stored cause an error message', async () => {
  const sheet = await createTestSheet(server)
  await sheet.setRows([
    ['Name', 'Stage'],
    ['Ann', '=A1'],
    ['Bo', 'Lead'],
  ])
  await page.goto(`${server.url}/#${nameOf(sheet.url)}`)
  await cell('A2, Name').focus()
  await page.keyboard.press('Tab')
  expect([await focused(), await cell('B2, Stage').inputValue()]).toEqual(['B2, Stage', '=A1'])
  await page.keyboard.press('ArrowDown')
  expect(await cell('B2, Stage').inputValue()).toBe('#ERROR!')
  await page.keyboard.type('Customer')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1/2/2026')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('B3, Stage')
  await page.keyboard.press('Enter')
  await page.keyboard.type("'007")
  await page.keyboard.press('Tab')
  await expect
    .poll(() => sheet.rows())
    .toEqual([
      ['Name', 'Stage'],
      ['Ann', '1/2/2026'],
      ['Bo', 'Lead'],
      ['', '007'],
    ])
  await expect.poll(() => cell('B4, Stage').inputValue()).toBe('007')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete row 2' }).press('Enter')
  await expect.poll(() => cell('A2, Name').inputValue()).toBe('Bo')
  await expect.poll(focused).toBe('A2, Name')
  expect(await sheet.rows()).toHaveLength(3)

  await page.route('**/cells/**', (route) => route.fulfill({ status: 500, body: 'The spreadsheet could not be stored: ENOSPC' }))
  await cell('A2, Name').fill('Bob')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'could not be stored' }).waitFor()
  await expect.poll(() => cell('A2, Name').inputValue()).toBe('Bo')
})

it('typed input stays when the spreadsheet changes at the same time', async () => {
  const sheet = await createTestSheet(server)
  await sheet.setRows([
    ['Name', 'Stage'],
    ['Ann', 'Lead'],
  ])
  await page.goto(`${server.url}/#${nameOf(sheet.url)}`)
  await cell('A2, Name').focus()
  await page.keyboard.type('a')
  await sheet.type(2, 2, 'Lost')
  await expect.poll(() => cell('B2, Stage').inputValue()).toBe('Lost')
  expect([await focused(), await cell('A2, Name').inputValue()]).toEqual(['A2, Name', 'Anna'])
})

it('20,000 rows are shown in pages', async () => {
  const sheet = await createTestSheet(server)
  await sheet.setRows([['Name'], ...Array.from({ length: 20_000 }, (_, index) => [`P${index}`])])
  await page.goto(`${server.url}/#${nameOf(sheet.url)}`)
  await page.getByText('Rows 1 to 200 of 20,001').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => cell('A201, Name').inputValue()).toBe('P199')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => cell('A1, Name').inputValue()).toBe('Name')
})

it('axe finds no violation in both themes, and nothing scrolls sideways at 320 px', async () => {
  const sheet = await createTestSheet(server)
  await sheet.setRows([
    ['Name', 'Stage'],
    ['Ann', 'Lead'],
  ])
  await page.goto(`${server.url}/#${nameOf(sheet.url)}`)
  await cell('A2, Name').waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAxeFindsNothing(page)
  await page.getByRole('button', { name: 'Paste a script' }).click()
  await expectAxeFindsNothing(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All spreadsheets' }).click()
  await page.getByRole('link', { name: nameOf(sheet.url) }).waitFor()
  await expectAxeFindsNothing(page)
})
