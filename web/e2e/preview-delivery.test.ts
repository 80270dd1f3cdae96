import { fileURLToPath } from 'node:url'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, clientOf, createCompany, must, signInAdmin, signUpOwner } from '../../deploy/tests/support/client.ts'
import { pdfOf } from '../src/testing/pdf.ts'
import { addAdmin, visit } from './people.ts'
import { step } from './step.ts'

const SECOND_ADMIN = 'second.admin@example.com'
const CAPTION = 'Warm bread from six.\nEvery day, also on Sunday.'
const TITLE = 'Winter bread'

let browser: Browser
const send = clientOf(inject('productUrl'))
let owner: Awaited<ReturnType<typeof signUpOwner>>
let task: Task
let tokens: { first: string; second: string }

beforeAll(async () => {
  browser = await sharedChromium()
  const second = await addAdmin(SECOND_ADMIN)
  tokens = { first: await signInAdmin(send), second }
  owner = await signUpOwner(send)
  const company = await createCompany(send, owner.token)
  task = await assignTask(send, owner.token, company._id, TITLE)
  await must(send('PUT', `/admin/companies/${company._id}/preview-check`, { token: tokens.first, json: { requiresCheck: true } }))
})
afterAll(() => browser?.close())

const previewsOfOwner = () => must(send<Preview[]>('GET', `/task/${task._id}/previews`, { token: owner.token }))

async function openAsAdmin(token: string): Promise<Page> {
  const path = `/admin/dashboard?tab=pending&task=${task.taskId}`
  const page = await visit(browser, { path, as: { key: 'adminToken', token } })
  await page.getByRole('dialog', { name: TITLE }).waitFor()
  return page
}

const openAsOwner = () => visit(browser, { path: `/management?show=task-${task.taskId}`, as: { key: 'token', token: owner.token } })

it('a preview of several files: saved as a draft, checked by a second admin, delivered to the owner', async () => {
  const first = await openAsAdmin(tokens.first)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  await step('an admin chooses a picture, a video and a PDF file, and saves a draft', async () => {
    const clip = fileURLToPath(new URL('../src/testing/clip.webm', import.meta.url))
    const pdf = Buffer.from(await pdfOf('Winter menu').arrayBuffer())
    const chooser = first.getByLabel('Upload Task Image')
    await chooser.setInputFiles({ name: 'loaf.png', mimeType: 'image/png', buffer: png({ width: 1, height: 1 }) })
    await chooser.setInputFiles(clip)
    await chooser.setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: pdf })
    const rows = first.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    // Each file has a poster. Without a poster, the row would show a text about a plain cover picture.
    await expect.poll(() => rows.locator('img').count()).toBe(3)
    expect(await rows.getByText('plain cover picture').count()).toBe(0)
    await first.getByLabel('Caption').fill(CAPTION)
    await press(first, 'Save as draft')
    await first.getByText('Draft, not visible to the company').waitFor()
    await first.getByText('You saved this draft, so another admin must check it.').waitFor()
  })

  await step('the owner sees nothing of the draft', async () => {
    expect(await previewsOfOwner()).toEqual([])
    const page = await openAsOwner()
    await page.getByRole('dialog', { name: TITLE }).waitFor()
    expect(await page.getByText('Warm bread').count()).toBe(0)
    expect(await must(send<Task>('GET', `/task/${task._id}`, { token: owner.token }))).toEqual(task)
    await page.close()
  })

  await step('the admin requests a check', async () => {
    await press(first, 'Request a check')
    await first.getByText('Check requested').first().waitFor()
    expect(await first.getByRole('button', { name: 'Deliver', exact: true }).count()).toBe(0)
  })

  await step('a second admin checks and delivers the draft', async () => {
    const second = await openAsAdmin(tokens.second)
    await second.getByText('Saved by another admin').waitFor()
    await press(second, 'I checked it')
    await second.getByText('Checked by you').waitFor()
    // The check of the draft has found that a platform of the task takes no PDF files.
    await second.getByText('X takes no PDF files.').waitFor()
    await press(second, 'Deliver')
    await press(second, 'Deliver anyway')
    await second.getByText('Version 1', { exact: true }).waitFor()
  })

  await step('the owner gets version 1 with posters', async () => {
    const [version, ...others] = await previewsOfOwner()
    expect(others).toEqual([])
    expect(version).toMatchObject({ number: 1, caption: CAPTION, isCurrent: true })
    expect(version?.files.map(({ kind, poster }) => [kind, poster !== null])).toEqual([
      ['image', false],
      ['video', true],
      ['pdf', true],
    ])
    expect(version?.files[1]?.durationMs).toBeGreaterThan(500)
    for (const { poster, display } of version?.files ?? []) {
      for (const url of [poster, display]) if (url) expect((await fetch(new URL(url, inject('productUrl')))).status).toBe(200)
    }
    const page = await openAsOwner()
    await page.getByRole('dialog', { name: TITLE }).getByRole('button', { name: 'Approve' }).waitFor()
  })
})
