import { readFile } from 'node:fs/promises'
import { type CampaignDetail, getCampaign, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { type Client, clientOf, confirmEmail, createCompany, must, signInAdmin, signUpOwner } from '../../deploy/tests/support/client.ts'
import { type RunningProduct, startTestProduct } from '../../deploy/tests/support/product.ts'
import { giveSheet } from './company-sheet.ts'
import { visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const name = 'Oyster roast on the dock'
const today = todayIn(DEFAULT_TIMEZONE)
const address = { address1: '12 Dock Street', city: 'Beaufort', state: 'SC', zip: '29902' }

const customer = (firstName: string, email: string, more: object = {}) => ({
  'First Name': firstName,
  'Last Name': 'Whitlock',
  'Email id': email,
  Stage: 'Customer',
  'Email Subscription': 'Yes',
  leadDaysAgo: 9,
  ...more,
})
const people = [
  customer('Ada', 'ada@shop.example'),
  customer('', 'bo@shop.example'),
  customer('Cleo', 'cleo@shop.example'),
  customer('Cleo', 'CLEO@shop.example '),
  customer('Dov', 'dov@shop.example', { 'Email Subscription': 'No' }),
  customer('Eve', 'eve@shop.example', { Stage: 'Lead' }),
]

let browser: Browser
let product: RunningProduct
let send: Client
let owner: Page
let session: Awaited<ReturnType<typeof signUpOwner>>
let companyId: string

beforeAll(async () => {
  ;[browser, product] = await Promise.all([sharedChromium(), startTestProduct()])
  send = clientOf(product.url)
  const [signedUp, admin] = await Promise.all([signUpOwner(send), signInAdmin(send)])
  session = signedUp
  companyId = (await createCompany(send, session.token, undefined, address))._id
  await giveSheet(send, admin, companyId, product.sheetsUrl, people)
  owner = await visit(browser, { path: `${product.url}/management?section=2`, as: { key: 'token', token: session.token } })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

async function mailsAbout(subject: string): Promise<Mail[]> {
  const mails: Mail[] = await (await fetch(`${product.inboxUrl}/email`)).json()
  return mails.filter((mail) => mail.subject === subject).sort((one, other) => one.to.localeCompare(other.to))
}
const recipientsOf = async (subject: string): Promise<string[]> => (await mailsAbout(subject)).map(({ to }) => to)

async function campaign(): Promise<CampaignDetail> {
  const [{ _id: id } = { _id: '' }] = await must(
    send<CampaignDetail[]>('GET', listCampaigns.url.replace(':companyProfileId', companyId), session),
  )
  return must(send<CampaignDetail>('GET', getCampaign.url.replace(':id', id), session))
}

async function restartAtDispatch(at: number): Promise<void> {
  const due = Date.parse((await campaign()).dispatches[at]?.sendsAt ?? '')
  await product.interrupt()
  await product.restart({ CLOCK_AHEAD: `PT${Math.ceil((due - Date.now()) / 1_000)}S` })
  await owner.reload()
}

const button = (label: string) => owner.getByRole('button', { name: label, exact: true })
const sending = (step: string) =>
  owner
    .getByRole('region', { name: 'Email schedule' })
    .getByRole('listitem')
    .filter({ has: owner.getByRole('heading', { name: step, exact: true }) })

/** Waits until a dispatch is sent. Soon after the start of the product, this takes some seconds. */
const untilSent = (step: string) => sending(step).getByText('Sent', { exact: true }).waitFor({ timeout: 40_000 })

/** Returns the figures of a row: people, accepted, failed, not sent, unknown, queued, bounced, unsubscribed, complained. */
/** The number of people, and the results that occurred in any email of the campaign. */
async function figuresOf(step: string): Promise<number[]> {
  const row = owner.getByRole('table', { name: 'Results of each email' }).getByRole('row').filter({ hasText: step })
  return (await row.getByRole('cell').allTextContents()).map(Number)
}

const stepsOf = () => owner.getByRole('group', { name: 'Steps' }).getByRole('listitem')

async function describeStep(at: number, subject: string, body: string): Promise<void> {
  await stepsOf()
    .nth(at)
    .getByLabel('Set Date')
    .fill(addDays(today, at + 1))
  await stepsOf().nth(at).getByRole('button', { name: 'Add Details' }).click()
  await owner.getByLabel('Email Subject').fill(subject)
  await owner.getByLabel('Body Content').fill(body)
}

it('a Special Event, from its creation to its report', async () => {
  await step('is created with three steps, sent to its owner as a test, and submitted', async () => {
    await button('Create Campaign').click()
    await owner.getByLabel('Campaign Name').fill(name)
    await owner.getByLabel('Campaign Category').selectOption('Special Event')
    await owner.getByText('3 people: 3 customers, 0 leads').waitFor()
    await describeStep(0, 'Come by, {{First Name|neighbour}}', 'Dear {{First Name|neighbour}},\n\nwe shuck at six.')
    await button('Send a test to me').click()
    await owner.getByText('Confirm your email address first. We sent you a link.').waitFor()
    await confirmEmail(send, product.inboxUrl, session.email)
    await button('Send a test to me').click()
    await toastSaid(owner, `Sent to ${session.email}`)
    await button('Save').click()
    await button('Add a step').click()
    await describeStep(1, 'Two tables are left', 'Tonight, {{First Name|neighbour}}.')
    await button('Save').click()
    await button('Add a step').click()
    await describeStep(2, 'Thank you', 'It was a full house.')
    await button('Save').click()
    await button('Submit Campaign').click()
    await toastSaid(owner, 'Campaign created successfully!')
    await owner.getByRole('link', { name }).click()
    await owner.getByText(/^Next email: .*, 9:00 AM E[SD]T$/).waitFor()
    const [test] = await mailsAbout('[Test] Come by, Ada')
    expect(test).toMatchObject({ to: session.email, text: expect.stringContaining('12 Dock Street, Beaufort, SC 29902') })
  })

  await step('is sent on its day, once to each recipient, with the recipient’s values', async () => {
    await restartAtDispatch(0)
    await untilSent('Initial')
    expect(await recipientsOf('Come by, Ada')).toEqual(['ada@shop.example'])
    expect(await recipientsOf('Come by, neighbour')).toEqual(['bo@shop.example'])
    expect(await recipientsOf('Come by, Cleo')).toEqual(['cleo@shop.example'])
    expect((await mailsAbout('Come by, neighbour'))[0]?.text).toContain('Dear neighbour,\n\nwe shuck at six.')
    expect(await figuresOf('Initial')).toEqual([3, 3])
  })

  await step('a customer unsubscribes by the link in the email, without JavaScript, and the spreadsheet has No', async () => {
    const [mail] = await mailsAbout('Come by, Cleo')
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.setContent(mail?.html ?? '')
    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    await context.close()
    const subscriptions = async () => {
      const { rows }: { rows: { shown: string }[][] } = await (await fetch(`${product.sheetsUrl}/sheets/${companyId}`)).json()
      const [headers = [], ...below] = rows.map((cells) => cells.map(({ shown }) => shown))
      return below.map((cells) => [cells[headers.indexOf('Email id')], cells[headers.indexOf('Email Subscription')]].join(' '))
    }
    await expect
      .poll(subscriptions)
      .toEqual(expect.arrayContaining(['cleo@shop.example No', 'CLEO@shop.example  No', 'ada@shop.example Yes']))
  })

  await step('continues for all others, and the owner sees who received which email', async () => {
    await restartAtDispatch(1)
    await untilSent('1st Follow Up')
    expect(await recipientsOf('Two tables are left')).toEqual(['ada@shop.example', 'bo@shop.example'])
    expect(await figuresOf('1st Follow Up')).toEqual([2, 2, 0])
    expect(await figuresOf('Initial')).toEqual([3, 3, 1])
    await sending('2nd Follow Up').getByText('Scheduled', { exact: true }).waitFor()

    await sending('Initial').getByRole('button', { name: 'Recipients' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Recipients' })
    await dialog.getByLabel('Show').selectOption('Unsubscribed')
    await expect
      .poll(() => dialog.getByRole('row').allTextContents())
      .toEqual([expect.anything(), expect.stringContaining('cleo@shop.example')])
    const [download] = await Promise.all([owner.waitForEvent('download'), dialog.getByRole('button', { name: 'Export CSV' }).click()])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines.find((line) => line.includes('cleo@shop.example'))).toMatch(/^cleo@shop\.example,Cleo Whitlock,accepted,.*Z$/)
  })
})
