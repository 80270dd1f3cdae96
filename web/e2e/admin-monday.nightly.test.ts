import { png } from '@app/chassis/testing/pictures.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import {
  assignTask,
  type Client,
  clientOf,
  confirmEmail,
  createCompany,
  must,
  signInAdmin,
  signUpOwner,
} from '../../deploy/tests/support/client.ts'
import { type RunningProduct, startTestProduct } from '../../deploy/tests/support/product.ts'
import { visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf } from './world.ts'

const COMPANIES = 60
const DELIVERIES = 20
const LAUNCHES = 10
/** Maximum number of clicks or touches for all deliveries and launches. Choosing or dropping files counts as one press. */
const PRESSES_MAX = 90
/** Number of companies that are created at the same time. Each needs a sign-up, which is slow because it hashes a password. */
const AT_ONCE = 6
const devices = [
  { device: 'a desktop', width: 1440, presses: 'clicks' },
  { device: 'a phone', width: 390, presses: 'touches' },
]

const today = todayIn(DEFAULT_TIMEZONE)
/** The Monday is this many days after the real date. */
const DAYS_LATER = 7
/**
 * The time of the browser's clock. It is a week after the real date, because the product accepts no tasks with dates in the past. So the
 * review dates of the tasks to deliver and the posting dates of the tasks to launch have passed.
 */
const monday = new Date(`${addDays(today, DAYS_LATER)}T14:00:00Z`)

let product: RunningProduct
let browser: Browser
let send: Client
let admin: string
let companies: Owned[]
beforeAll(async () => {
  product = await startTestProduct()
  send = clientOf(product.url)
  admin = await signInAdmin(send)
  companies = await inTurn(Array.from({ length: COMPANIES }, (_, at) => addCompany(at + 1)))
  browser = await sharedChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

interface Owned {
  /** Token of the owner. */
  token: string
  company: CompanyProfile
}

/** Runs functions, `AT_ONCE` of them at the same time. Returns their results in the order of the functions. */
async function inTurn<T>(functions: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  const waiting = [...functions.entries()]
  const runNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return results
}

const assign = ({ token, company }: Owned, title: string, review: number) =>
  assignTask(send, token, company._id, title, {
    submissionForReview: addDays(today, review),
    targetPostingDate: addDays(today, review + 4),
  })

/**
 * Returns a function that creates the company `n` with one task for which the admins owe a preview. The tasks of the first companies are
 * late on the Monday, `DELIVERIES` for each device.
 */
const addCompany = (n: number) => async (): Promise<Owned> => {
  const { token, email } = await signUpOwner(send)
  await confirmEmail(send, product.inboxUrl, email)
  const owned = { token, company: await createCompany(send, token, `Company ${n}`) }
  await assign(owned, `Story ${n}`, n <= DELIVERIES * devices.length ? 2 : 30)
  return owned
}

/** Creates approved tasks whose posting date has passed on the Monday. Returns the tasks in the order in which they are listed. */
async function addApproved(device: string): Promise<Task[]> {
  const add = (owned: Owned, n: number) => async () => {
    const { deliver, approve } = actionsOf(send, owned.token, admin)
    return approve(await deliver(await assign(owned, `Approved for ${device} ${n}`, 2)))
  }
  const added = await inTurn(companies.slice(0, LAUNCHES).map((owned, at) => add(owned, at + 1)))
  return added.toSorted((a, b) => a.taskId - b.taskId)
}

/** Returns the tasks for which the admins owe previews, earliest due date first. */
const owedTasks = (): Promise<BoardTask[]> => must(send('GET', '/admin/board/tasks?turn=admin&sort=due', { token: admin }))

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png() })

/** Returns functions that operate a page like an admin, and the number of presses and waits. */
function adminAt(page: Page, width: number) {
  const isPhone = width < 700
  const effort = { presses: 0, waits: 0 }

  async function press(target: Locator): Promise<void> {
    effort.presses += 1
    await (isPhone ? target.tap() : target.click())
  }

  /** Waits for the result of an action, and counts the wait. During a wait, the admin cannot continue. */
  async function wait(target: Locator): Promise<void> {
    effort.waits += 1
    await target.waitFor()
  }

  async function waitForToast(text: string): Promise<void> {
    effort.waits += 1
    await toastSaid(page, text)
  }

  /** Opens a tab of the dashboard. On a phone, the tabs are in a menu. */
  async function openTab(label: string): Promise<void> {
    const name = new RegExp(`^${label}: \\d+$`)
    if (!isPhone) return press(page.getByRole('tab', { name }))
    await press(page.getByRole('button', { name: 'Menu', exact: true }))
    await press(page.getByRole('menuitem', { name }))
  }

  async function choosePictures(place: Locator, names: readonly string[]): Promise<void> {
    effort.presses += 1
    await place.locator('input[type=file]').setInputFiles(names.map(picture))
  }

  /** Opens the dialog that delivers several files. On a desktop, the admin drops the files on the page. On a phone, the admin chooses them. */
  async function openDeliveries(dialog: Locator, names: readonly string[]): Promise<void> {
    if (isPhone) {
      await press(page.getByRole('button', { name: 'Deliver files' }))
      return choosePictures(dialog, names)
    }
    effort.presses += 1
    await dropPictures(page, names)
  }

  return { effort, press, wait, waitForToast, openTab, choosePictures, openDeliveries }
}

/** Drops pictures with these names on the page. */
async function dropPictures(page: Page, names: readonly string[]): Promise<void> {
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

type Titled = Pick<Task, 'title'>
const owedFilter = (page: Page, count: number) => page.getByRole('button', { name: new RegExp(`^We owe a preview ?${count}$`) })
const panelOf = (page: Page, { title }: Titled) => page.getByRole('dialog', { name: title, exact: true })
const cardLink = (page: Page, { title }: Titled) => page.getByRole('article').getByRole('link', { name: title, exact: true })
const closeButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' })
const current = ({ _id }: Pick<Task, '_id'>) => must(send<Task>('GET', `/task/${_id}`, { token: admin }))

it.each(devices)(
  `on $device, a Monday of an admin with ${COMPANIES} companies: ${DELIVERIES} deliveries and ${LAUNCHES} launches in at most ${PRESSES_MAX} $presses`,
  async ({ device, width, presses }) => {
    const approved = await addApproved(device)
    const owed = await owedTasks()
    const late = owed.filter(({ submissionForReview }) => (submissionForReview ?? '') < addDays(today, DAYS_LATER)).length
    const oneByOne = owed.slice(0, DELIVERIES / 2)
    const together = owed.slice(DELIVERIES / 2, DELIVERIES)
    const path = `${product.url}/admin/dashboard`
    const session = { key: 'adminToken', token: admin } as const
    const page = await visit(browser, { path, width, isPhone: width < 700, as: session, now: monday })
    const { effort, press, wait, waitForToast, openTab, choosePictures, openDeliveries } = adminAt(page, width)

    await step('finds the previews that are owed, the latest first', async () => {
      await openTab('Pending Tasks')
      await press(owedFilter(page, owed.length))
      await wait(page.getByRole('heading', { name: `Late ${late}` }))
      const dueDates = owed.map(({ submissionForReview }) => submissionForReview ?? '')
      expect(dueDates).toEqual(dueDates.toSorted())
    })

    await step('delivers half of them in the panel, with "Upload and next"', async () => {
      for (const [at, task] of oneByOne.entries()) {
        if (at === 0) await press(cardLink(page, task))
        const panel = panelOf(page, task)
        await wait(panel)
        await choosePictures(panel, ['preview.png'])
        await press(panel.getByRole('button', { name: 'Upload and next' }))
      }
      const [next] = together
      if (next) await wait(panelOf(page, next))
      await press(closeButton(page))
      await wait(page.getByRole('heading', { name: `Late ${late - oneByOne.length}` }))
    })

    await step('delivers the others together, matched by number and by title', async () => {
      const dialog = page.getByRole('dialog', { name: 'Deliver files' })
      const names = together.map(({ taskId, title }, at) => (at % 2 ? `${title} final.png` : `#${taskId}.png`))
      await openDeliveries(dialog, names)
      await press(dialog.getByRole('button', { name: `Deliver all (${together.length})` }))
      await waitForToast(`${together.length} previews delivered`)
      await wait(owedFilter(page, owed.length - DELIVERIES))
    })

    await step('launches half of the due tasks in the panel, with "Launch and next"', async () => {
      await openTab('Wait for Launch')
      const launched = approved.slice(0, LAUNCHES / 2)
      for (const [at, task] of launched.entries()) {
        if (at === 0) await press(cardLink(page, task))
        const panel = panelOf(page, task)
        await wait(panel)
        await press(panel.getByRole('button', { name: 'Launch and next' }))
      }
      await wait(panelOf(page, approved[launched.length] as Task))
      await press(closeButton(page))
    })

    await step('launches the others together, with one comment', async () => {
      await press(page.getByRole('checkbox', { name: 'Select all' }))
      await press(page.getByRole('button', { name: `Launch ${LAUNCHES / 2} tasks` }))
      const dialog = page.getByRole('dialog', { name: `Launch ${LAUNCHES / 2} tasks` })
      // The comment has the focus.
      await wait(dialog.getByLabel('Admin Post Comment').and(page.locator(':focus')))
      await page.keyboard.type('Live since nine.')
      await press(dialog.getByRole('button', { name: `Launch ${LAUNCHES / 2} tasks` }))
      await waitForToast(`${LAUNCHES / 2} tasks launched`)
    })

    for (const task of owed.slice(0, DELIVERIES)) expect((await current(task)).previewNo).toBe(1)
    for (const [at, task] of approved.entries()) {
      const { currentStatus, adminPostComment } = await current(task)
      expect([currentStatus, adminPostComment]).toEqual(['Posted', at < LAUNCHES / 2 ? '' : 'Live since nine.'])
    }
    process.stdout.write(
      `An admin’s Monday on ${device}, ${DELIVERIES} deliveries and ${LAUNCHES} launches: ${effort.presses} ${presses}, ${effort.waits} waits\n`,
    )
    expect(effort.presses).toBeLessThanOrEqual(PRESSES_MAX)
    await page.context().close()
  },
)
