import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask } from '../../deploy/tests/support/client.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'

const TITLE = 'Oyster roast in the calendar'
const date = addDays(todayIn(DEFAULT_TIMEZONE), 40)

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
let task: Task
beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany('Calendar Bakery'), adminSession()])
  task = await assignTask(owner.send, owner.token, owner.company._id, TITLE, {
    submissionForReview: addDays(date, -3),
    targetPostingDate: date,
  })
})
afterAll(() => browser?.close())

const read = (path: string) => fetch(new URL(path, inject('productUrl')))

it('an owner subscribes to the calendar, and a replaced address answers 404', async () => {
  const page = await visit(browser, { path: `/management?view=calendar&month=${monthOf(date)}`, as: owner.session })
  await page.getByRole('grid').getByRole('link', { name: TITLE }).waitFor()
  await expectAxeFindsNothing(page)
  const panel = page.getByRole('dialog', { name: 'Subscribe to your calendar' })
  const field = panel.getByLabel('Calendar address')
  const pathShown = async () => new URL(await field.inputValue()).pathname

  let path = ''

  await step('the owner turns the address on, and a calendar app reads the feed', async () => {
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await panel.getByRole('button', { name: 'Turn on the calendar address' }).click()
    await field.waitFor()
    await expectAxeFindsNothing(page)
    path = await pathShown()
    const feed = await read(path)
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(await feed.text()).toContain(`SUMMARY:${TITLE}\r\nDTSTART;VALUE=DATE:${date.replaceAll('-', '')}\r\n`)
    const known = await fetch(new URL(path, inject('productUrl')), { headers: { 'if-none-match': feed.headers.get('etag') ?? '' } })
    expect(known.status).toBe(304)
  })

  await step('the owner replaces the address', async () => {
    await panel.getByRole('button', { name: 'Replace address' }).click()
    await page.getByRole('dialog', { name: 'Replace the address?' }).getByRole('button', { name: 'Replace' }).click()
    await expect.poll(pathShown).not.toBe(path)
    expect((await read(path)).status).toBe(404)
    expect((await read(await pathShown())).status).toBe(200)
  })
})

it('an owner opens a post from the calendar on a phone', async () => {
  const path = `/management?view=calendar&month=${monthOf(date)}`
  const page = await visit(browser, { path, as: owner.session, width: 390, isPhone: true })
  await page.getByRole('link', { name: TITLE }).tap()
  await page.getByRole('dialog', { name: TITLE }).waitFor()
  expect(new URL(page.url()).searchParams.get('show')).toBe(`task-${task.taskId}`)
})

it('an admin sees the post in the calendar of the company', async () => {
  const path = `/admin/dashboard?tab=calendar&month=${monthOf(date)}&forCompany=${owner.company._id}`
  const page = await visit(browser, { path, as: admin })
  await expect.poll(() => page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe('Calendar Bakery')
  await page.getByRole('grid').getByRole('link', { name: TITLE }).click()
  await page.getByRole('dialog', { name: TITLE }).waitFor()
})
