import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { documents as files, pdf } from '@app/chassis/testing/documents.ts'
import { brand } from '@app/contracts/brand.ts'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { atEachWidth } from './screen.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const SECTION = '/management?section=3'
const brochure = { name: 'Frühlings-Broschüre 2027.pdf', mimeType: 'application/pdf', buffer: pdf({ padding: 6_000_000 }) }
const guide = { name: 'how-we-greet.docx', mimeType: '', buffer: files.docx() }
const disguised = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ, and then a program') }

let browser: Browser
let owner: Page
let admin: Page

beforeAll(async () => {
  browser = await sharedChromium()
  const [{ company, session }, as] = await Promise.all([ownerWithCompany(), adminSession()])
  ;[owner, admin] = await Promise.all([
    visit(browser, { path: SECTION, as: session }),
    visit(browser, { path: `/admin/dashboard?tab=companies&company=${company._id}&part=documents`, as }),
  ])
})
afterAll(() => browser?.close())

const form = () => owner.getByRole('dialog', { name: 'Upload Document' })
const row = (name: string) => owner.getByRole('region', { name, exact: true })
const bar = () => owner.getByRole('complementary', { name: 'Uploads' })
const adminLine = (title: string) => admin.getByRole('dialog').getByRole('listitem').filter({ hasText: title })

async function choose(...chosen: (typeof brochure)[]): Promise<void> {
  await owner.getByRole('button', { name: '+ Uploade Document' }).click()
  await form().getByLabel('PDF, Word, PPT, Excel, Text formats only').setInputFiles(chosen)
}

const submit = () => form().getByRole('button', { name: 'Submit' }).click()
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function expectFile(download: Download, { name, buffer }: typeof brochure): Promise<void> {
  expect(download.suggestedFilename()).toBe(name)
  expect(digestOf(await readFile(await download.path()))).toBe(digestOf(buffer))
}

it('documents, by an owner and an admin at once', async () => {
  await step('an upload continues in another section, at any width, and appears on the admin’s screen', async () => {
    await admin.getByText('No documents yet.').waitFor()
    const line = await owner.context().newCDPSession(owner)
    const limitTo = (bytesASecond: number) =>
      line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesASecond })
    await limitTo(800_000)
    await choose(brochure)
    expect(await form().getByLabel('Task Title').inputValue()).toBe('Frühlings Broschüre 2027')
    await form().getByLabel('Task Title').fill('Spring brochure')
    await submit()
    await form().getByRole('button', { name: 'Submitting...' }).waitFor()
    await form()
      .getByText(/^[\d.]+ (KB|MB) of 5.7 MB/)
      .waitFor()
    await form().getByRole('button', { name: 'Close' }).click()
    await owner.getByRole('link', { name: 'Digital Content' }).click()
    await owner.getByRole('heading', { name: 'Tasks' }).waitFor()
    await bar().getByText(brochure.name).waitFor()
    await atEachWidth(owner, async (width) => {
      const { x = -1, y = -1, width: wide = 0, height = 0 } = (await bar().boundingBox()) ?? {}
      expect([x >= 0, x + wide <= width]).toEqual([true, true])
      // On phones, the upload bar is above the bar with the sections.
      const sections = width < 640 ? await owner.getByRole('navigation', { name: 'Sections' }).boundingBox() : null
      expect(y + height).toBeLessThanOrEqual(sections?.y ?? 900)
    })
    await limitTo(-1)
    await toastSaid(owner, 'Uploaded')
    await bar().waitFor({ state: 'detached' })
    await adminLine('Spring brochure').getByText('New', { exact: true }).waitFor()
  })

  await step('a training document is in its own row; a file whose content does not match its extension is rejected', async () => {
    await owner.goto(new URL(SECTION, owner.url()).href)
    await choose(disguised, guide)
    await submit()
    await toastSaid(owner, 'Invalid file type (pdf/doc/ppt/xls/txt only)')
    await form().getByText('1 more file after this one').waitFor({ state: 'detached' })
    await form().getByLabel('Task Title').fill('How we greet')
    await form().getByLabel('Check If it is Training Document').check()
    await submit()
    await form().waitFor({ state: 'detached' })
    await row('Training Document').getByRole('heading', { name: 'How we greet' }).waitFor()
    expect(await row('General').getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Spring brochure'])
  })

  await step('the owner and the admin download the unchanged file; the owner sees that the admin opened it', async () => {
    await row('General').getByRole('button', { name: 'View' }).click()
    const detail = owner.getByRole('dialog', { name: 'Spring brochure' })
    const [own] = await Promise.all([owner.waitForEvent('download'), detail.getByRole('link', { name: 'Download' }).click()])
    await expectFile(own, brochure)

    await admin.getByText('2 new').waitFor()
    const [theirs] = await Promise.all([
      admin.waitForEvent('download'),
      adminLine('Spring brochure').getByRole('link', { name: 'Download' }).click(),
    ])
    await expectFile(theirs, brochure)
    await admin.getByText('1 new').waitFor()
    await detail.getByText(`Opened by ${brand.name} on `).waitFor()
  })

  await step('a document that the owner removes disappears from the admin’s open panel', async () => {
    await owner.getByRole('button', { name: 'Remove' }).click()
    await owner.getByRole('button', { name: 'Delete' }).click()
    await toastSaid(owner, 'Document removed')
    await owner.getByText('Click above to add Documents!').waitFor()
    await adminLine('Spring brochure').waitFor({ state: 'detached' })
  })
})

/** Counts the fields in error that a toast covers. */
const countCoveredErrors = (): number => {
  const areaOf = (element: Element) => element.getBoundingClientRect()
  const toasts = [...document.querySelectorAll('.toast-host [role="alert"]')].filter((toast) => toast.checkVisibility()).map(areaOf)
  const errors = [...document.querySelectorAll('[data-field-error]')].filter(({ textContent }) => textContent)
  const fields = errors.flatMap(({ parentElement }) => (parentElement ? areaOf(parentElement) : []))
  return fields.filter((field) => toasts.some((toast) => toast.top < field.bottom && field.top < toast.bottom)).length
}

it('an upload on a phone shows one message at a time, which covers no field in error', { tags: 'nightly' }, async () => {
  const { session } = await ownerWithCompany()
  const phone = await visit(browser, { path: `${SECTION}&show=new`, width: 390, as: session })
  const panel = phone.getByRole('dialog', { name: 'Upload Document' })
  const chooser = panel.getByLabel('PDF, Word, PPT, Excel, Text formats only')
  const send = () => panel.getByRole('button', { name: 'Submit' }).click()

  async function expectOnly(message: string): Promise<void> {
    await expect.poll(() => phone.getByRole('alert').allTextContents()).toEqual([message])
    await expect.poll(() => phone.evaluate(countCoveredErrors)).toBe(0)
  }

  await send()
  await expectOnly('Title required')
  await panel.getByLabel('Task Title').fill('Our menu')
  await send()
  await expectOnly('Select a document file')
  await chooser.setInputFiles({ name: 'setup.exe', mimeType: '', buffer: Buffer.from('MZ') })
  await expectOnly('Invalid file type (pdf/doc/ppt/xls/txt only)')
  await chooser.setInputFiles(guide)
  await send()
  await expectOnly('Uploaded')
  expect(await phone.locator('[aria-invalid="true"]').count()).toBe(0)
})
