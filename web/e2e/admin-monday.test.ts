import { png } from '@app/chassis/testing/pictures.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { type RunningProduct, startTestProduct } from '../../deploy/test/product.ts'
import { assignTask, type Client, clientOf, createCompany, must, signInAdmin, signUpOwner } from '../../deploy/test/system/client.ts'
import { visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf } from './world.ts'

const COMPANIES = 60
const DELIVERIES = 20
const LAUNCHES = 10
/** Maximum number of clicks for all deliveries and launches. Choosing or dropping files counts as one click. */
const CLICKS_MAX = 90
/** Number of companies that are created at the same time. Each needs a sign-up, which is slow because it hashes a password. */
const AT_ONCE = 6

const today = todayIn(DEFAULT_TIMEZONE)
/**
 * The time of the browser's clock. It is a week after the real date, because the product accepts no tasks with dates in the past. So the
 * review dates of the tasks to deliver and the posting dates of the tasks to launch have passed.
 */
const monday = new Date(`${addDays(today, 7)}T14:00:00Z`)

let product: RunningProduct
let browser: Browser
let page: Page
let send: Client
let admin: string
/** The tasks for which the admins owe previews, in the order of their due dates. */
let owed: Task[]
let approved: Task[]

let clicks = 0
let waits = 0

async function click(target: Locator): Promise<void> {
  clicks += 1
  await target.click()
}

/** Waits for the result of an action, and counts the wait. During a wait, the admin cannot continue. */
async function wait(target: Locator): Promise<void> {
  waits += 1
  await target.waitFor()
}

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png() })

async function choosePicture(panel: Locator): Promise<void> {
  clicks += 1
  await panel.locator('input[type=file]').setInputFiles(picture('preview.png'))
}

/** Drops pictures with these names on the page. */
async function dropPictures(names: readonly string[]): Promise<void> {
  clicks += 1
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true })))
  // After `dragenter`, the page loads the code that accepts files. As soon as this code is loaded, `dragover` shows "Drop to upload".
  await page.waitForFunction(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'a.png'))
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
    return document.body.innerText.includes('Drop to upload')
  })
  await page.evaluate(
    ({ bytes, names }) => {
      const dataTransfer = new DataTransfer()
      for (const name of names) dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { bytes: [...png()], names },
  )
}

const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}: \\d+$`) })
const panelOf = ({ title }: Task) => page.getByRole('dialog', { name: title, exact: true })
const cardLink = ({ title }: Task) => page.getByRole('article').getByRole('link', { name: title, exact: true })
const current = (task: Task) => must(send<Task>('GET', `/task/${task._id}`, { token: admin }))

/** Creates the company `n` with one task for which the admins owe a preview. The first `LAUNCHES` companies also have an approved task. */
async function addCompany(n: number): Promise<{ owed: Task; approved: Task | undefined }> {
  const owner = await signUpOwner(send)
  const company = await createCompany(send, owner.token, `Company ${n}`)
  const assign = (title: string, review: number) =>
    assignTask(send, owner.token, company._id, title, {
      submissionForReview: addDays(today, review),
      targetPostingDate: addDays(today, review + 4),
    })
  const isEarly = n <= DELIVERIES
  const first = await assign(`Story ${n}`, isEarly ? 2 : 30)
  if (n > LAUNCHES) return { owed: first, approved: undefined }
  const { deliver, approve } = actionsOf(send, owner.token, admin)
  return { owed: first, approved: await approve(await deliver(await assign(`Approved ${n}`, 2))) }
}

beforeAll(async () => {
  product = await startTestProduct()
  send = clientOf(product.url)
  admin = await signInAdmin(send)
  const added: Awaited<ReturnType<typeof addCompany>>[] = []
  const waiting = Array.from({ length: COMPANIES }, (_, at) => at + 1)
  const addInTurn = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) added.push(await addCompany(n))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, addInTurn))
  owed = added
    .map(({ owed }) => owed)
    .toSorted((a, b) => (a.submissionForReview ?? '').localeCompare(b.submissionForReview ?? '') || a.taskId - b.taskId)
  approved = added.flatMap(({ approved }) => approved ?? []).toSorted((a, b) => a.taskId - b.taskId)
  browser = await launchChromium()
  const path = `${product.url}/admin/dashboard`
  page = await visit(browser, { path, as: { key: 'adminToken', token: admin }, now: monday })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

it(`a Monday of an admin with ${COMPANIES} companies: ${DELIVERIES} deliveries and ${LAUNCHES} launches in at most ${CLICKS_MAX} clicks`, async () => {
  const oneByOne = owed.slice(0, DELIVERIES / 2)
  const dropped = owed.slice(DELIVERIES / 2, DELIVERIES)

  await step('finds the previews that are owed, the latest first', async () => {
    await click(tab('Pending Tasks'))
    await click(page.getByRole('button', { name: new RegExp(`^We owe a preview ?${COMPANIES}$`) }))
    await wait(page.getByRole('heading', { name: `Late ${DELIVERIES}` }))
    const listed: BoardTask[] = await must(send('GET', '/admin/board/tasks?turn=admin&sort=due', { token: admin }))
    expect(listed.map(({ taskId }) => taskId)).toEqual(owed.map(({ taskId }) => taskId))
  })

  await step('delivers half of them in the panel, with "Upload and next"', async () => {
    for (const [at, task] of oneByOne.entries()) {
      if (at === 0) await click(cardLink(task))
      const panel = panelOf(task)
      await wait(panel)
      await choosePicture(panel)
      await click(panel.getByRole('button', { name: 'Upload and next' }))
    }
    const [next] = dropped
    if (next) await wait(panelOf(next))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    await wait(page.getByRole('heading', { name: `Late ${dropped.length}` }))
  })

  await step('drops the others together, matched by number and by title', async () => {
    await dropPictures(dropped.map(({ taskId, title }, at) => (at % 2 ? `${title} final.png` : `#${taskId}.png`)))
    const dialog = page.getByRole('dialog', { name: 'Deliver previews' })
    await click(dialog.getByRole('button', { name: `Deliver all (${dropped.length})` }))
    waits += 1
    await toastSaid(page, `${dropped.length} previews delivered`)
    await wait(page.getByRole('button', { name: new RegExp(`^We owe a preview ?${COMPANIES - DELIVERIES}$`) }))
  })

  await step('launches half of the due tasks in the panel, with "Launch and next"', async () => {
    await click(tab('Wait for Launch'))
    const launched = approved.slice(0, LAUNCHES / 2)
    for (const [at, task] of launched.entries()) {
      if (at === 0) await click(cardLink(task))
      const panel = panelOf(task)
      await wait(panel)
      await click(panel.getByRole('button', { name: 'Launch and next' }))
    }
    await wait(panelOf(approved[launched.length] as Task))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  })

  await step('launches the others together, with one comment', async () => {
    await click(page.getByRole('checkbox', { name: 'Select all' }))
    await click(page.getByRole('button', { name: `Launch ${LAUNCHES / 2} tasks` }))
    const dialog = page.getByRole('dialog', { name: `Launch ${LAUNCHES / 2} tasks` })
    // The comment has the focus.
    await wait(dialog.getByLabel('Admin Post Comment').and(page.locator(':focus')))
    await page.keyboard.type('Live since nine.')
    await click(dialog.getByRole('button', { name: `Launch ${LAUNCHES / 2} tasks` }))
    waits += 1
    await toastSaid(page, `${LAUNCHES / 2} tasks launched`)
  })

  for (const task of owed.slice(0, DELIVERIES)) expect((await current(task)).previewNo).toBe(1)
  for (const [at, task] of approved.entries()) {
    const { currentStatus, adminPostComment } = await current(task)
    expect([currentStatus, adminPostComment]).toEqual(['Posted', at < LAUNCHES / 2 ? '' : 'Live since nine.'])
  }
  process.stdout.write(`An admin’s Monday, ${DELIVERIES} deliveries and ${LAUNCHES} launches: ${clicks} clicks, ${waits} waits\n`)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
})
