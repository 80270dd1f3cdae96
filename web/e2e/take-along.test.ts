import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo } from '../../deploy/tests/support/client.ts'
import { openUnpacked, unpackExport } from '../../deploy/tests/support/exported-pages.ts'
import { adminSession, open, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { actionsOf, sharePdf } from './world.ts'

const MAIL_TIMEOUT_MS = 30_000

let browser: Browser
let folder: string

beforeAll(async () => {
  browser = await sharedChromium()
  folder = await mkdtemp(join(tmpdir(), 'palmetto-export-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

it('an owner takes all data along: requested, mailed, downloaded, and read without the product', async () => {
  const [{ company, send, token, email, session }, as] = await Promise.all([ownerWithCompany('Palm & Pine'), adminSession()])
  const { deliver, approve, launch } = actionsOf(send, token, as.token)
  const [task] = await Promise.all([
    assignTask(send, token, company._id, 'Oyster roast'),
    sharePdf(send, token, company._id, 'Spring menu'),
    confirmEmail(send, inject('inboxUrl'), email),
  ])
  await launch(await approve(await deliver(task)))
  const owner = await visit(browser, { path: '/management?section=4', as: session })
  const file = join(folder, 'export.zip')

  await step('the owner starts the export in Your Data', async () => {
    await owner.getByRole('button', { name: 'Advanced' }).click()
    await owner.getByRole('menuitem', { name: 'Your Data' }).click()
    await owner.getByRole('button', { name: 'Start an export' }).click()
    await owner.getByRole('list', { name: 'Exports' }).getByRole('listitem').waitFor()
  })

  await step('the email leads to the download', async () => {
    const { text } = await mailTo(inject('inboxUrl'), email, /^The export of your data is ready$/, MAIL_TIMEOUT_MS)
    const [link = ''] = /\S+\/management\S+/.exec(text) ?? []
    await open(owner, link)
    const downloading = owner.waitForEvent('download')
    await owner.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^export-[\d-]+\.zip$/)
    await download.saveAs(file)
  })

  await step('its pages open from a folder, without errors and requests', async () => {
    await unpackExport(file, join(folder, 'unpacked'))
    const { page, faults } = await openUnpacked(browser, join(folder, 'unpacked'))
    await page.getByRole('heading', { name: 'Palm & Pine' }).waitFor()
    await page.getByRole('link', { name: 'Posts' }).click()
    await page.getByRole('row', { name: /Oyster roast/ }).waitFor()
    await expect.poll(() => page.evaluate('[...document.images].map(({ naturalWidth }) => naturalWidth > 0)')).toEqual([true])
    await page.getByRole('link', { name: 'Oyster roast' }).click()
    await page.getByRole('heading', { name: 'Oyster roast' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('link', { name: 'menu.pdf' }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  await step('an admin sees the export', async () => {
    const admin = await visit(browser, { path: `/admin/dashboard?tab=companies&company=${company._id}&part=setup`, as })
    await admin.getByRole('list', { name: 'Exports' }).getByText('Available until').waitFor()
  })
})
