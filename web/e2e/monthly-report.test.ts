import { readFile } from 'node:fs/promises'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { type MonthlyReport, prepareReport } from '@app/contracts/http/monthly-reports.ts'
import { addDays, DEFAULT_TIMEZONE, monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import { addMonths, firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, must } from '../../deploy/tests/support/client.ts'
import { readAddresses } from '../../deploy/tests/support/local-run.ts'
import { addPast } from '../../deploy/tests/support/past-months.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { actionsOf } from './world.ts'

const month = addMonths(monthOf(todayIn(DEFAULT_TIMEZONE)), -1)
const monthName = formatMonth(firstDayOf(month))
const onDay = (day: number, hour = 14) => new Date(`${addDays(firstDayOf(month), day - 1)}T${hour}:00:00Z`)
const TEXT = 'The new menu brought the most visitors.'

const mark = crypto.randomUUID().slice(0, 6)
const names = { first: `Maple Bakery ${mark}`, second: `Oak Florist ${mark}` }

type Client = Awaited<ReturnType<typeof ownerWithCompany>>
let browser: Browser
let operator: Awaited<ReturnType<typeof adminSession>>
let clients: Record<keyof typeof names, Client>
beforeAll(async () => {
  ;[browser, operator] = await Promise.all([sharedChromium(), adminSession()])
  const [first, second] = await Promise.all([addClient(names.first), addClient(names.second)])
  clients = { first, second }
})
afterAll(() => browser?.close())

/** Creates a company that has existed since the month before the last, and whose post of the last month needed a second version. */
async function addClient(companyName: string): Promise<Client> {
  const client = await ownerWithCompany(companyName)
  const { send, token, email, company } = client
  await confirmEmail(send, inject('inboxUrl'), email)
  const { _id: likeTaskId } = await actionsOf(send, token, operator.token).deliver(await assignTask(send, token, company._id))
  const post = {
    title: 'Fall menu',
    likeTaskId,
    platforms: ['platform_x'] as const,
    links: { platform_x: 'https://x.com/shop/status/1' },
    createdAt: onDay(2),
    versions: [
      { deliveredAt: onDay(3), decidedAt: onDay(3, 20), feedback: 'Larger, please.' },
      { deliveredAt: onDay(4), decidedAt: onDay(4, 16) },
    ],
    postedAt: onDay(8),
    postedOn: addDays(firstDayOf(month), 7),
  }
  const { databaseUrl } = await readAddresses(inject('dataDir'))
  await addPast(databaseUrl, company._id, { since: new Date(`${firstDayOf(addMonths(month, -1))}T12:00:00Z`), posts: [post] })
  await must(send<MonthlyReport>('POST', prepareReport.url, { token: operator.token, json: { companyProfileId: company._id, month } }))
  return client
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

it('an admin writes a text and sends reports; the owner gets the email, and saves the report as a PDF file', async () => {
  const page = await visit(browser, { path: '/admin/dashboard?tab=reports', as: operator })
  const { email, session } = clients.first

  await step('the admin looks through a prepared report, and writes a text', async () => {
    await rowOf(page, names.first).getByRole('link').click()
    const panel = page.getByRole('dialog', { name: `${names.first}, ${monthName}` })
    await panel.getByText('Fall menu').first().waitFor()
    await panel.getByRole('textbox', { name: 'A few words to the company' }).fill(TEXT)
    await panel.getByRole('button', { name: 'Save and send' }).click()
  })
  await step('sends it', async () => {
    const dialog = page.getByRole('dialog', { name: `Send the ${monthName} report?` })
    await dialog.getByRole('button', { name: 'Send 1 report' }).click()
    await toast(page, 'Sent 1 report').waitFor()
    await page.keyboard.press('Escape')
    await rowOf(page, names.first).getByText('Sent', { exact: true }).waitFor()
  })
  await step('sends all others', async () => {
    await button(page, 'Send all ready').click()
    const dialog = page.getByRole('dialog', { name: /^Send / })
    await dialog.getByRole('button', { name: /^Send \d+ reports?$/ }).click()
    await rowOf(page, names.second).getByText('Sent', { exact: true }).waitFor()
    await mailTo(inject('inboxUrl'), clients.second.email, new RegExp(`^Your ${monthName} report`))
  })

  const mail = await mailTo(inject('inboxUrl'), email, new RegExp(`^Your ${monthName} report`))
  await step('the email has the three main figures and the text', async () => {
    for (const part of ['Posts: 1', 'Content delivered: 1', 'Time to first preview: 24 hours', TEXT]) expect(mail.text).toContain(part)
  })

  const [link = ''] = /\S+[?&]report=[\w-]+/.exec(mail.text) ?? []
  const owner = await visit(browser, { path: link, as: session, width: 390, isPhone: true })
  await step('its link opens the report', async () => {
    await owner.getByRole('heading', { level: 1, name: `What we did for you in ${monthName}` }).waitFor()
    await owner.getByText(TEXT).waitFor()
    await owner.getByRole('region', { name: 'What we posted' }).getByText('Fall menu').waitFor()
  })
  await step('the owner saves it as a tagged PDF file', async () => {
    const [download] = await Promise.all([owner.waitForEvent('download'), button(owner, 'Download as PDF').click()])
    expect(download.suggestedFilename()).toBe(`${names.first} – ${monthName}.pdf`)
    const data = await readFile(await download.path())
    expect(data.subarray(0, 5).toString()).toBe('%PDF-')
    const task = getDocument({ data: Uint8Array.from(data), verbosity: 0 })
    const { info } = await (await task.promise).getMetadata()
    expect(info).toMatchObject({ Language: 'en-US', Title: `What we did for you in ${monthName}: ${names.first}` })
    await task.destroy()
  })
})
