import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, clientOf, must, weekly } from '../../deploy/tests/support/client.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { press, tabTo } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'

/** Width and height of the pictures in px. */
const SIZE = 800

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
let task: Task

/** Returns a PNG of a page that contains a circle and, on request, a square in the upper right quadrant. */
async function draw(withSquare: boolean): Promise<Buffer<ArrayBuffer>> {
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } })
  const square = withSquare ? '<rect x="600" y="100" width="120" height="120" fill="teal"/>' : ''
  await page.setContent(
    `<body style="margin:0"><svg width="${SIZE}" height="${SIZE}"><circle cx="300" cy="500" r="200" fill="coral"/>${square}</svg>`,
  )
  const picture = Buffer.from(await page.screenshot())
  await page.close()
  return picture
}

/** Delivers three versions. The second version adds a square and a file, and the third version changes only the caption. */
beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany(), adminSession()])
  task = await assignTask(owner.send, owner.token, owner.company._id, 'Winter blend in three versions', weekly)
  const [plain, changed] = await Promise.all([draw(false), draw(true)])
  const versions: { caption: string; files: Record<string, Buffer<ArrayBuffer>> }[] = [
    { caption: 'Open from nine', files: { file1: plain } },
    { caption: 'Open from ten', files: { file1: changed, file2: plain } },
    { caption: 'Open from ten, every day', files: { file1: changed, file2: plain } },
  ]
  const send = clientOf(inject('productUrl'))
  for (const { caption, files } of versions) {
    await must(send('POST', `/admin/tasks/${task._id}/previews`, { token: admin.token, fields: { caption }, files }))
  }
})
afterAll(() => browser?.close())

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name })
const compared = (page: Page) => page.getByRole('dialog', { name: 'Compare versions' })
const waitForStatus = (page: Page, words: string) => compared(page).getByRole('status').filter({ hasText: words }).waitFor()
const pictures = (page: Page) => page.getByRole('group', { name: /^Pictures side by side/ }).getByRole('img')

/** Returns the zoom and position of both pictures. Expects that both pictures have the same values. */
async function viewOf(page: Page): Promise<{ zoom: number; x: number; y: number }> {
  const [one, other] = await pictures(page).evaluateAll((images) => images.map((image) => getComputedStyle(image).transform))
  expect(one).toBe(other)
  const [zoom = 0, , , , x = 0, y = 0] = one?.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  return { zoom, x, y }
}

/** Returns the position of both pictures, rounded to 10 px. */
async function roundedViewOf(page: Page): Promise<{ x: number; y: number }> {
  const { x, y } = await viewOf(page)
  // The sum is never -0, which tests distinguish from 0.
  return { x: Math.round(x / 10) * 10 + 0, y: Math.round(y / 10) * 10 + 0 }
}

const zoomOf = async (page: Page) => (await viewOf(page)).zoom

/** Returns the middle of the first picture's frame, in px of the window. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('[data-frame]').first().boundingBox()
  if (!box) throw new Error('The picture has no frame.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

it('an owner compares versions with mouse and keyboard', async () => {
  const page = await visit(browser, { path: `/management?show=task-${task.taskId}`, as: owner.session })
  const failures: string[] = []
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  const panel = page.getByRole('dialog', { name: task.title })

  await step('identical files are no difference, and added words are marked', async () => {
    await press(button(panel, 'Compare versions'))
    await waitForStatus(page, 'No difference.')
    await waitForStatus(page, '3 words added, 1 word removed.')
    expect(await compared(page).locator('ins').textContent()).toContain('ten, every day')
    await expectAxeFindsNothing(page)
  })

  await step('version 1 is chosen, and the pictures differ', async () => {
    await compared(page).getByLabel('Before', { exact: true }).selectOption('Version 1')
    await waitForStatus(page, 'The picture changed.')
    await compared(page).getByLabel('File', { exact: true }).selectOption('2. Picture, added')
    await waitForStatus(page, 'Only version 3 has this file.')
    await compared(page).getByLabel('File', { exact: true }).selectOption('1. Picture, changed')
    await waitForStatus(page, 'The picture changed.')
  })

  await step('side by side, keys zoom and move both pictures', async () => {
    await tabTo(compared(page).getByRole('tab', { name: 'Slide' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(page.getByRole('group', { name: /^Pictures side by side/ }))
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(() => zoomOf(page)).toBe(2)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await viewOf(page)).x).toBeLessThan(0)
    await page.keyboard.press('0')
    await expect.poll(() => viewOf(page)).toEqual({ zoom: 1, x: 0, y: 0 })
    await expectAxeFindsNothing(page)
  })

  await step('the mouse wheel zooms at the pointer, and dragging moves', async () => {
    const { x, y } = await middleOf(page)
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -400)
    await page.keyboard.up('Control')
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(2)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 30)
    await page.mouse.up()
    await expect.poll(() => roundedViewOf(page)).toEqual({ x: 40, y: 30 })
    // When the picture is zoomed, the wheel moves it.
    await page.mouse.wheel(0, 30)
    await expect.poll(() => roundedViewOf(page)).toEqual({ x: 40, y: 0 })
    const shown = () => pictures(page).evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
    await expect.poll(shown).toEqual([expect.stringMatching(/\.png$/), expect.stringMatching(/\.png$/)])
  })

  await step('Escape closes the dialog, and the focus returns', async () => {
    await page.keyboard.press('Escape')
    await compared(page).waitFor({ state: 'detached' })
    await expect.poll(() => button(panel, 'Compare versions').evaluate((element) => element === document.activeElement)).toBe(true)
  })
  expect(failures).toEqual([])
})

it('on a phone, two fingers zoom both pictures, and nothing is wider than the screen', async () => {
  const page = await visit(browser, { path: `/management?show=task-${task.taskId}`, as: owner.session, width: 390, isPhone: true })
  await button(page, 'Compare versions').tap()
  await compared(page).getByLabel('Before', { exact: true }).selectOption('Version 1')
  await waitForStatus(page, 'The picture changed.')
  await compared(page).getByRole('tab', { name: 'Side by side' }).tap()
  await pictures(page).last().waitFor()
  await expectAxeFindsNothing(page)

  await page.locator('[data-frame]').first().scrollIntoViewIfNeeded()
  const { x, y } = await middleOf(page)
  const touch = await page.context().newCDPSession(page)
  const fingers = (distance: number) => [
    { id: 1, x: x - distance, y },
    { id: 2, x: x + distance, y },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(40) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(60) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => zoomOf(page)).toBeCloseTo(3, 1)

  // A finger moves the zoomed pictures.
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ id: 1, x, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ id: 1, x: x - 30, y: y + 20 }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => roundedViewOf(page)).toEqual({ x: -30, y: 20 })

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const sizes = await compared(page)
    .getByRole('button')
    .or(compared(page).getByRole('tab'))
    .or(compared(page).getByRole('combobox'))
    .evaluateAll((controls) => controls.map((control) => Math.round(control.getBoundingClientRect().height)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
})

it('an admin compares the same versions in the task panel', async () => {
  const page = await visit(browser, { path: `/admin/dashboard?tab=total&task=${task.taskId}`, as: admin })
  await button(page.getByRole('dialog', { name: task.title }), 'Compare versions').click()
  await waitForStatus(page, 'No difference.')
  await compared(page).getByLabel('Before', { exact: true }).selectOption('Version 1')
  await waitForStatus(page, 'The picture changed.')
  await expectAxeFindsNothing(page)
})
