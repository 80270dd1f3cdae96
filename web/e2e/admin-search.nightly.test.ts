import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, must } from '../../deploy/tests/support/client.ts'
import { isFocused } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'

/** Part of all names of this test, because other tests share the product. */
const mark = `q${crypto.randomUUID().slice(0, 6)}`
const companyName = `Palette Pottery ${mark}`
/** Campaigns need a postal address. */
const ADDRESS = { address1: '12 Dock Street', city: 'Beaufort', state: 'SC', zip: '29902' }
const CAMPAIGN = `Kiln week ${mark}`

let browser: Browser
let page: Page
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let tasks: Task[]

beforeAll(async () => {
  const session = adminSession()
  ;[browser, owner] = await Promise.all([sharedChromium(), ownerWithCompany(companyName, ADDRESS)])
  // The tasks are created one after another, because lists show the newest task first and the test expects a fixed order.
  tasks = []
  for (const what of ['Glazed', 'Fired', 'Thrown'])
    tasks.push(await assignTask(owner.send, owner.token, owner.company._id, `${what} ${mark}`))
  await createCampaign()
  page = await visit(browser, { path: '/admin/dashboard?tab=total', as: await session })
})
afterAll(() => browser?.close())

const createCampaign = () =>
  must(
    owner.send('POST', '/campaign', {
      token: owner.token,
      fields: {
        companyProfileId: owner.company._id,
        name: CAMPAIGN,
        audience: 'Customers',
        campaignCategory: 'Special Event',
        startDate: '',
        endDate: '',
        stepsJson: JSON.stringify([
          { type: 'Initial', date: addDays(todayIn(DEFAULT_TIMEZONE), 9), subject: 'The kiln is open', body: 'Come and see.' },
        ]),
      },
    }),
  )

const palette = () => page.getByRole('dialog', { name: 'Search', exact: true })
const field = () => palette().getByRole('combobox')
const panel = (name: string) => page.getByRole('dialog', { name, exact: true })
const option = (name: RegExp) => palette().getByRole('option', { name })

/** Opens the palette by keyboard and types a text. */
async function search(text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect.poll(() => isFocused(field())).toBe(true)
  await page.keyboard.type(text)
}

it('an admin finds and opens a company, tasks, a campaign and a tab by keyboard only', async () => {
  const [glazed, fired, thrown] = tasks
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()

  await step('a company', async () => {
    await search(`pottery ${mark}`)
    await option(/^Palette Pottery/).waitFor()
    await page.keyboard.press('Enter')
    await panel(companyName).waitFor()
    await page.keyboard.press('Escape')
    await panel(companyName).waitFor({ state: 'detached' })
  })

  await step('a task by words of its title, with the arrow keys', async () => {
    await search(mark)
    await option(/^Glazed/).waitFor()
    expect(await palette().getByRole('group', { name: 'Tasks' }).getByRole('option').allInnerTexts()).toHaveLength(3)
    while (!(await option(/^Fired/).getAttribute('aria-selected'))?.includes('true')) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await panel(String(fired?.title)).waitFor()
  })

  await step('another task by its number, over the open panel', async () => {
    await search(String(glazed?.taskId))
    // The test does not wait for the results. If Enter is pressed before they arrive, the palette opens the first result later.
    await page.keyboard.press('Enter')
    await panel(String(glazed?.title)).waitFor()
    await panel(String(fired?.title)).waitFor({ state: 'detached' })
    await page.goBack()
    await panel(String(glazed?.title)).waitFor({ state: 'detached' })
  })

  await step('the neighbors of a task in the list, with J and K', async () => {
    await page.getByRole('searchbox').fill(mark)
    await page.getByText(`(3 found for "${mark}")`).waitFor()
    await page.getByRole('link', { name: thrown?.title }).press('Enter')
    await panel(String(thrown?.title)).waitFor()
    await page.keyboard.press('j')
    await panel(String(fired?.title)).waitFor()
    await page.keyboard.press('k')
    await panel(String(thrown?.title)).waitFor()
    await page.keyboard.press('Escape')
    await panel(String(thrown?.title)).waitFor({ state: 'detached' })
  })

  await step('a campaign by the start of a word', async () => {
    await search(`kiln ${mark.slice(0, 4)}`)
    await option(/^Kiln week/).waitFor()
    await page.keyboard.press('Enter')
    await panel(CAMPAIGN).waitFor()
    await page.keyboard.press('Escape')
    await panel(CAMPAIGN).waitFor({ state: 'detached' })
  })

  await step('what was opened recently, and a tab', async () => {
    await search('')
    const recent = palette().getByRole('group', { name: 'Recently opened' }).getByRole('option')
    expect((await recent.allInnerTexts()).map((text) => text.split(' ')[0])).toEqual(['Kiln', 'Thrown', 'Fired', 'Glazed', 'Palette'])
    await page.keyboard.type('wait for launch')
    await option(/^Wait for Launch/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/tab=launch/)
  })
})
