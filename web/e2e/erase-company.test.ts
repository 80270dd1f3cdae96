import { type RecordCheck, verifyCompanyRecord } from '@app/contracts/http/company-record.ts'
import type { Erasure } from '@app/contracts/http/erasure.ts'
import { listErasures } from '@app/contracts/http/erasure.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, must, PASSWORD } from '../../deploy/tests/support/client.ts'
import { readAddresses } from '../../deploy/tests/support/local-run.ts'
import { passTimeOfErasure } from '../../deploy/tests/support/pass-time.ts'
import { adminSession, open, ownerWithCompany, signIn, visit } from './people.ts'
import { step } from './step.ts'
import { actionsOf } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

it('an owner asks to be erased and keeps the company, an admin cancels, and at last everything but the record is erased', async () => {
  const name = `Kelp & Co ${crypto.randomUUID().slice(0, 8)}`
  const { company, email, token, send, session } = await ownerWithCompany(name)
  const asAdmin = await adminSession()
  await confirmEmail(send, inject('inboxUrl'), email)
  const { deliver, approve } = actionsOf(send, token, asAdmin.token)
  await approve(await deliver(await assignTask(send, token, company._id)))

  const opened = new Set<string>()
  /** Returns the link in the newest email that asks for a confirmation. */
  async function mailedLink(): Promise<string> {
    let link = ''
    await expect
      .poll(async () => {
        const { text } = await mailTo(inject('inboxUrl'), email, /^Confirm that we erase your company/, 60_000)
        link = /\/confirm-erasure#[\w-]+/.exec(text)?.[0] ?? ''
        return opened.has(link)
      })
      .toBe(false)
    opened.add(link)
    return link
  }

  const page = await visit(browser, { path: '/management?section=4', as: session })
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const banner = page.getByRole('region', { name: 'Erasure of your company' })

  /** Asks for the erasure in the portal, and confirms it with the mailed link. */
  async function askAndConfirm(): Promise<void> {
    await open(page, '/management?section=4&show=your-data')
    await button('Erase my company').click()
    await page.getByText('We sent you a link.').waitFor()
    await open(page, await mailedLink())
    await button('Erase my company').click()
    await page.getByRole('heading', { name: 'We will erase your company' }).waitFor()
    await page.getByRole('link', { name: 'Open your portal' }).click()
    await page.getByRole('dialog', { name: 'Your Data' }).getByText('You have confirmed it.').waitFor()
    await page.keyboard.press('Escape')
    await banner.waitFor()
  }

  await step('the owner asks, confirms with the mailed link, and keeps the company', async () => {
    await askAndConfirm()
    await banner.getByRole('button', { name: 'Keep my company' }).click()
    await banner.waitFor({ state: 'detached' })
  })

  const admin = await visit(browser, { path: `/admin/dashboard?tab=companies&company=${company._id}`, as: asAdmin })
  const cancel = admin.getByRole('button', { name: 'Cancel the erasure' })

  await step('an admin sees the erasure, and cancels it with a reason that the owner gets', async () => {
    await askAndConfirm()
    await cancel.click()
    await admin.getByRole('textbox', { name: 'Reason' }).fill('You told us by phone that you stay')
    await admin.getByRole('button', { name: 'Keep the company' }).click()
    await cancel.waitFor({ state: 'detached' })
    await banner.waitFor({ state: 'detached' })
    const { text } = await mailTo(inject('inboxUrl'), email, /^We canceled the erasure/, 60_000)
    expect(text).toContain('You told us by phone that you stay')
  })

  await step('after the time to change the mind, everything is erased, and the decision record can still be verified', async () => {
    await askAndConfirm()
    const erasures = (query: string) => must(send<Erasure[]>('GET', `${listErasures.url}${query}`, { token: asAdmin.token }))
    const [waiting] = await erasures(`?companyProfileId=${company._id}`)
    const id = waiting?._id ?? ''
    const { databaseUrl } = await readAddresses(inject('dataDir'))
    await expect
      .poll(
        async () => {
          await passTimeOfErasure(databaseUrl, id)
          return (await erasures('')).find(({ _id }) => _id === id)
        },
        { timeout: 60_000 },
      )
      .toMatchObject({
        state: 'erased',
        companyName: null,
        report: { tasks: { tables: { task: 1 } }, company: { tables: { companies: 1 } } },
      })

    const path = verifyCompanyRecord.url.replace(':companyProfileId', company._id)
    const check = await must(send<RecordCheck>('GET', path, { token: asAdmin.token }))
    expect(check).toMatchObject({ count: 1, problem: null, isErased: true })
    const visitor = await visit(browser)
    await signIn(visitor, email, PASSWORD)
    await visitor.getByText('Invalid email or password').first().waitFor()
    await open(admin, `/admin/dashboard?tab=companies&company=${company._id}`)
    expect(await admin.getByText(name).count()).toBe(0)
  })
})
