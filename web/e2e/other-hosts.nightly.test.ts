import { pdf } from '@app/chassis/testing/documents.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, PASSWORD, signUpOwner } from '../../deploy/tests/support/client.ts'
import { create, passContactStep } from './new-company-form.ts'
import { adminSession, open, ownerWithCompany, signIn, visit } from './people.ts'
import { actionsOf } from './world.ts'

/** A name of the machine in its network. For browsers, pages at this name are no secure context, unlike pages at 127.0.0.1. */
const MACHINE = 'studio.test'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium(`--host-resolver-rules=MAP ${MACHINE} 127.0.0.1`)
})
afterAll(() => browser?.close())

/** Waits until the picture is loaded, and expects that the browser loaded it from the host of the page. */
async function expectShown(picture: Locator, origin: string): Promise<void> {
  const shown = () => picture.evaluate((img) => ((img as HTMLImageElement).naturalWidth > 0 ? (img as HTMLImageElement).currentSrc : ''))
  await expect.poll(shown).toMatch(new RegExp(`^${origin}/files/public/`))
}

const logoOf = (page: Page) => page.getByRole('banner').locator('img').first()

it.each(['127.0.0.1', MACHINE])('the product works at http://%s, although PUBLIC_URL is http://localhost', async (host) => {
  const origin = inject('productUrl').replace('localhost', host)
  expect(new URL(origin).hostname).toBe(host)
  const [owner, admin] = await Promise.all([ownerWithCompany(), adminSession()])
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
  const page = await visit(browser, { path: `${origin}/login` })
  const blocked: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && blocked.push(message.text()))

  await signIn(page, owner.email, PASSWORD)
  await page.waitForURL(`${origin}/management`)
  await expectShown(logoOf(page), origin)
  const task = await assignTask(owner.send, owner.token, owner.company._id, 'Winter blend')
  await page.getByText('Winter blend').first().waitFor()
  await actionsOf(owner.send, owner.token, admin.token).deliver(task)
  // The picture appears without a reload, because the live stream works, too.
  await expectShown(page.getByRole('article').locator('img').first(), origin)

  const { text } = await mailTo(inject('inboxUrl'), owner.email, /Winter blend/)
  const [link = '', path = ''] = /(?:http:\S+)(\/review\/[\w-]+)/.exec(text) ?? []
  // Links in emails have the public URL, also while a user opens another host.
  expect(link).toBe(inject('productUrl') + path)
  const review = await browser.newPage()
  await review.goto(origin + path)
  await expectShown(review.locator('main img').first(), origin)

  await open(page, `${origin}/management?section=3`)
  await page.getByRole('button', { name: '+ Uploade Document' }).click()
  const form = page.getByRole('dialog', { name: 'Upload Document' })
  const file = { name: 'prices.pdf', mimeType: 'application/pdf', buffer: pdf() }
  await form.getByLabel('PDF, Word, PPT, Excel, Text formats only').setInputFiles(file)
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('region', { name: 'General', exact: true }).getByRole('button', { name: 'View' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()])
  expect([download.suggestedFilename(), new URL(download.url()).origin]).toEqual([file.name, origin])

  const newcomer = await visit(browser, {
    path: `${origin}/new-company`,
    as: { key: 'token', token: (await signUpOwner(owner.send)).token },
  })
  await passContactStep(newcomer)
  await newcomer.getByLabel('Company logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png() })
  const uploaded = newcomer.waitForResponse((response) => response.url().startsWith(`${origin}/files/private/incoming/`))
  await create(newcomer).click()
  expect((await uploaded).status()).toBe(200)
  await newcomer.waitForURL(`${origin}/management`)
  await expectShown(logoOf(newcomer), origin)
  expect(blocked).toEqual([])
})
