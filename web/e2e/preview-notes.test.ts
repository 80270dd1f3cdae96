import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, must, reviewTokenIn } from '../../deploy/tests/support/client.ts'
import { phone } from '../../deploy/tests/support/hold-by-touch.ts'
import { isFocused, press, tabTo, typeIn } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf, drawPictures } from './world.ts'

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
const { wide, square } = drawPictures()

beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany(), adminSession()])
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
})
afterAll(() => browser?.close())

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true })
const receivesFocus = (target: Locator) => expect.poll(() => isFocused(target)).toBe(true)

const deliver = (task: Task, picture = wide) => actionsOf(owner.send, owner.token, admin.token).deliver(task, picture)

const deliveredTask = async (title: string, picture = wide): Promise<Task> =>
  deliver(await assignTask(owner.send, owner.token, owner.company._id, title), picture)

const notesOn = ({ taskId }: Task): Promise<PreviewNote[]> =>
  must(owner.send<PreviewNote[]>('GET', `/task/${taskId}/preview-notes`, { token: owner.token }))

const statusOf = async ({ taskId }: Task): Promise<string> =>
  (await must(owner.send<Task>('GET', `/task/${taskId}`, { token: owner.token }))).currentStatus

it('with the keyboard, an owner writes a note, refers the task back, accepts the change and approves', { tags: 'nightly' }, async () => {
  const task = await deliveredTask('Winter blend with notes')
  const panelPath = `/management?show=task-${task.taskId}`
  const page = await visit(browser, { path: panelPath, as: owner.session })
  const panel = page.getByRole('dialog', { name: task.title })
  const notes = panel.getByRole('region', { name: 'Notes', exact: true })

  await step('the owner writes a note', async () => {
    await press(button(panel, /^Add a note to /))
    await receivesFocus(button(panel, /^Place of the note/))
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowLeft', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    const text = panel.getByLabel('Your note')
    await receivesFocus(text)
    await page.keyboard.type('The headline is too small')
    await press(button(panel, 'Add note'))
    await receivesFocus(button(panel, 'Note 1, open: The headline is too small'))
    const [note] = await notesOn(task)
    expect([note?.x, note?.y]).toEqual([0.29, 0.6])
  })

  await step('the owner refers the task back', async () => {
    await press(button(panel, 'Refer Back'))
    const feedback = panel.getByLabel('Feedback')
    await receivesFocus(feedback)
    await expect.poll(() => feedback.inputValue()).toBe('See note 1')
    await tabTo(button(panel, 'Send Feedback'))
    await page.keyboard.press('Enter')
    await toastSaid(page, 'Task rolled back with feedback')
  })

  await step('the admin answers and resolves the note', async () => {
    const desk = await visit(browser, { path: `/admin/dashboard?tab=refer-back&task=${task.taskId}`, as: admin })
    const list = desk.getByRole('region', { name: 'Notes', exact: true })
    await press(button(list, 'Reply'))
    await typeIn(list.getByLabel('Your reply'), 'Larger in the next version')
    await press(button(list, 'Reply'))
    await list.getByText('Larger in the next version').waitFor()
    await press(button(list, 'Mark as done'))
    await list.getByText('No open notes on this version.').waitFor()
    await desk.context().close()
    await deliver(task, square)
  })

  await step('the owner compares both versions and accepts', async () => {
    await page.goto(new URL(panelPath, page.url()).href)
    await panel.getByText('Version 2', { exact: true }).waitFor()
    await notes.getByText('Larger in the next version').waitFor()
    expect(await panel.locator('[data-note]').count()).toBe(0)
    await press(button(notes, 'Is this done?'))
    const dialog = page.getByRole('dialog', { name: 'Is this done?' })
    for (const version of [1, 2]) {
      const crop = dialog.getByRole('img', { name: `The place of the note in Version ${version}` })
      await expect.poll(() => crop.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
    }
    await press(button(dialog, 'Yes, it’s done'))
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await notesOn(task)).map(({ state }) => state)).toEqual(['accepted'])
  })

  await step('the owner approves without a question, because no note is open', async () => {
    await tabTo(button(panel, 'Approve'))
    await page.keyboard.press('Enter')
    await toastSaid(page, 'Task approved successfully')
    expect(await statusOf(task)).toBe('Approved')
  })
  await page.context().close()
})

/** Simulates a keyboard that covers the lower part of the window. A headless browser shows no keyboard. */
const showKeyboard = (page: Page, visibleHeight: number) =>
  page.evaluate((height) => {
    Object.defineProperty(window.visualViewport, 'height', { value: height, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  }, visibleHeight)

it('on a phone, the recipient of a link writes a note in a sheet above the keyboard, and the pin stays visible', async () => {
  const task = await deliveredTask('Winter blend on a phone')
  const { text: email } = await mailTo(inject('inboxUrl'), owner.email, new RegExp(task.title))
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(new URL(`/review/${reviewTokenIn(email)}`, inject('productUrl')).href)
  const picture = page.getByRole('img', { name: `Preview of ${task.title}` })
  await page.getByText('Click or tap the picture where').waitFor()
  const { x, y, width, height } = await boxOf(picture)
  await page.touchscreen.tap(x + 0.6 * width, y + 0.9 * height)
  const sheet = page.getByRole('dialog', { name: 'New note' })
  const field = sheet.getByLabel('Your note')
  await receivesFocus(field)

  await showKeyboard(page, 480)
  await expect.poll(async () => Math.round((await boxOf(sheet)).y + (await boxOf(sheet)).height)).toBe(480)
  const mark = page.locator('[data-state="new"]')
  const pinIsVisible = async () => {
    const pin = await boxOf(mark)
    return pin.y >= 0 && pin.y + pin.height <= (await boxOf(sheet)).y
  }
  await expect.poll(pinIsVisible).toBe(true)

  await field.fill('The cup hides the logo')
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toContain('The cup hides the logo')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('The cup hides the logo')
  await button(sheet, 'Add note').tap()
  await receivesFocus(button(page, 'Note 1, open: The cup hides the logo'))
  const [note] = await notesOn(task)
  expect(Math.abs((note?.x ?? 0) - 0.6)).toBeLessThan(0.01)
  expect(Math.abs((note?.y ?? 0) - 0.9)).toBeLessThan(0.01)
  expect(note?.author.kind).toBe('review-link')

  await button(page, 'Approve').tap()
  await page.getByText('Note 1 is still open.').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Refer Back').tap()
  const feedback = page.getByLabel('What should be different?')
  await expect.poll(() => feedback.inputValue()).toBe('See note 1')
  await context.close()
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not visible`)
  return box
}

/**
 * Returns points of the natural picture in four rows. The points are so far apart that no pin covers the next point, and not symmetrical,
 * so that a wrong rotation is noticed.
 */
const pointsOf = (row: number) =>
  [0, 1].map((column) => ({ x: 0.12 + 0.44 * column + 0.22 * (row % 2), y: 0.1 + 0.22 * Math.floor(row / 2) }))

/** Returns where a point of the natural picture is after quarter turns to the right. */
function turned({ x, y }: { x: number; y: number }, turns: number): { x: number; y: number } {
  return turns === 0 ? { x, y } : turned({ x: 1 - y, y: x }, turns - 1)
}

it('the place of a note is exact within 1 % at 360 and 1440 px, zoomed and rotated', { tags: 'nightly' }, async () => {
  const task = await deliveredTask('Winter blend to the point', square)
  const expected: { x: number; y: number }[] = []

  /** Writes a note at a point of an image that is shown with quarter turns. */
  async function writeAt(page: Page, image: Locator, point: { x: number; y: number }, turns: number): Promise<void> {
    const shown = turned(point, turns)
    await scrollTo(image, shown)
    const box = await boxOf(image)
    await page.mouse.click(box.x + shown.x * box.width, box.y + shown.y * box.height)
    await page.getByLabel('Your note').fill(`Note at ${point.x}, ${point.y}`)
    await button(page, 'Add note').click()
    await page.getByRole('dialog', { name: 'New note' }).waitFor({ state: 'detached' })
    expected.push(point)
    await expect.poll(async () => (await notesOn(task)).length).toBe(expected.length)
  }

  let row = 0
  for (const width of [360, 1440]) {
    const page = await visit(browser, { path: `/management?show=task-${task.taskId}`, as: owner.session, width })
    const label = `Task Preview of ${task.title}`
    const picture = page.getByRole('img', { name: label, exact: true })
    await expect.poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
    for (const point of pointsOf(row++)) await writeAt(page, picture, point, 0)

    await button(page, `${label}: open in full size`).click()
    const viewer = page.getByRole('dialog', { name: label, exact: true })
    const full = viewer.getByRole('img', { name: `${label} in full size` })
    await expect.poll(() => full.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
    for (let steps = 0; steps < 4; steps += 1) await button(viewer, 'Zoom in').click()
    await viewer.getByRole('button', { name: 'Zoom 200%' }).waitFor()
    for (const turns of [1, 2, 3]) {
      await button(viewer, 'Rotate right').click()
      for (const point of pointsOf(row++)) await writeAt(page, full, point, turns)
    }
    await page.context().close()
  }

  const notes = await notesOn(task)
  const errors = notes.flatMap(({ x, y }, at) => [Math.abs((x ?? 9) - (expected[at]?.x ?? 0)), Math.abs((y ?? 9) - (expected[at]?.y ?? 0))])
  expect(errors).toHaveLength(2 * expected.length)
  expect(Math.max(...errors)).toBeLessThan(0.01)

  await step('the pins are shown at these places at both widths', async () => {
    for (const width of [360, 1440]) {
      const page = await visit(browser, { path: `/management?show=task-${task.taskId}`, as: owner.session, width })
      const pins = page.locator('[data-note]')
      await expect.poll(() => pins.count()).toBe(expected.length)
      for (const { _id, x, y } of notes) {
        const shown = await page.locator(`[data-note="${_id}"]`).evaluate((pin: HTMLElement) => {
          const image = pin.closest('dialog')?.querySelector('picture img')?.getBoundingClientRect()
          const frame = pin.offsetParent?.getBoundingClientRect()
          if (!image || !frame) throw new Error('The pin is not on a picture')
          return [(frame.left + pin.offsetLeft - image.left) / image.width, (frame.top + pin.offsetTop - image.top) / image.height]
        })
        expect(Math.abs((shown[0] ?? 9) - (x ?? 0))).toBeLessThan(0.01)
        expect(Math.abs((shown[1] ?? 9) - (y ?? 0))).toBeLessThan(0.01)
      }
      await page.context().close()
    }
  })
})

/** Scrolls the elements around an image until a point of the image is in the middle of their visible parts. */
const scrollTo = (image: Locator, point: { x: number; y: number }) =>
  image.evaluate((element, { x, y }) => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (around.scrollHeight <= around.clientHeight && around.scrollWidth <= around.clientWidth) continue
      const [box, view] = [element.getBoundingClientRect(), around.getBoundingClientRect()]
      around.scrollBy({
        left: box.left + x * box.width - (view.left + view.width / 2),
        top: box.top + y * box.height - (view.top + view.height / 2),
        behavior: 'instant',
      })
    }
  }, point)
