import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, must, weekly } from '../../deploy/tests/support/client.ts'
import { readDemoFile } from '../../deploy/tests/support/demo-content.ts'
import { phone } from '../../deploy/tests/support/hold-by-touch.ts'
import { adminSession, ownerWithCompany, type Visit } from './people.ts'

const TASKS = 100
/** A company name that no other test uses. The test searches for this name, because an admin also sees tasks of other tests. */
const COMPANY = 'Hundred Pictures Gallery'
/** When a phone opens a list, it must load fewer bytes of pictures than this. */
const PICTURES_MAX = 1_000_000
/** Number of tasks that the test creates and delivers concurrently. */
const CONCURRENCY = 4

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
let delivered: Task[]

beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany(COMPANY), adminSession()])
  const pictures = await Promise.all(['cold-brew.jpg', 'oyster-roast.jpg'].map(readDemoFile))
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
  delivered = await deliverAll(pictures)
}, 120_000)
afterAll(() => browser?.close())

/** Creates the tasks and delivers a picture for each of them. */
async function deliverAll(pictures: Uint8Array<ArrayBuffer>[]): Promise<Task[]> {
  const tasks: Task[] = []
  const numbers = [...Array(TASKS).keys()].values()
  async function deliverNext(): Promise<void> {
    for (const number of numbers) {
      const { _id } = await assignTask(owner.send, owner.token, owner.company._id, `Post ${number}`, weekly)
      const file1 = pictures[number % pictures.length]
      if (!file1) throw new Error('There are no pictures')
      const { task } = await must(
        owner.send<{ task: Task }>('POST', `/admin/tasks/${_id}/previews`, { token: admin.token, files: { file1 } }),
      )
      tasks.push(task)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, deliverNext))
  return tasks
}

const isPicture = (request: Request): boolean => request.resourceType() === 'image' && request.url().includes('/files/')

/** Counts the pictures that a page loads. */
function countPictures(page: Page) {
  const asked = new Set<string>()
  const sizes = new Map<string, number>()
  page.on('request', (request) => isPicture(request) && asked.add(request.url()))
  page.on('response', async (response) => {
    if (isPicture(response.request())) sizes.set(response.url(), (await response.body()).length)
  })
  return {
    isSettled: () => asked.size > 0 && sizes.size === asked.size,
    count: () => sizes.size,
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
  }
}

/** Opens a page in a new browser context that simulates a phone. Its local storage contains the token, so the user is signed in. */
async function phoneOf({ key, token }: NonNullable<Visit['as']>): Promise<Page> {
  const context = await browser.newContext({ ...phone, deviceScaleFactor: 2 })
  await context.addInitScript(([name, value]) => localStorage.setItem(name, value), [key, token] as const)
  return context.newPage()
}

it.each([
  ['an owner', '/management', () => owner.session, TASKS],
  ['an admin', `/admin/dashboard?tab=pending&q=${encodeURIComponent(COMPANY)}`, () => admin, 60],
] as const)(
  'the phone of %s opens the list of tasks with less than 1 MB of pictures, whose places have their size',
  async (_who, path, as, least) => {
    const page = await phoneOf(as())
    const loaded = countPictures(page)
    await page.goto(new URL(path, inject('productUrl')).href)
    const pictures = page.getByRole('article').locator('img')
    await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(least)
    await expect.poll(() => pictures.first().evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect.poll(loaded.isSettled).toBe(true)
    expect(loaded.bytes()).toBeLessThan(PICTURES_MAX)
    // The pictures that are far from the screen are not loaded.
    expect(loaded.count()).toBeLessThan(least)
    const sizes = await pictures.evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => [image.getAttribute('width'), image.getAttribute('height')]),
    )
    expect(sizes.filter(([width, height]) => !width || !height)).toEqual([])
    await page.context().close()
  },
)

it('the opened task shows the large picture', async () => {
  const page = await phoneOf(owner.session)
  const [task] = delivered
  await page.goto(new URL(`/management?show=task-${task?.taskId}`, inject('productUrl')).href)
  const picture = page.getByRole('dialog').getByRole('img', { name: `Task Preview of ${task?.title}` })
  await expect.poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(640)
  await page.context().close()
})
