import { readFileSync } from 'node:fs'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import type { Page } from 'playwright-core'
import { pdfOf } from '../src/testing/pdf.ts'
import { changeResponses } from './network.ts'
import { dialog, type Screen } from './screen.ts'
import type { World } from './world.ts'

const CAPTION = 'The winter blend is back.\nStop by this week: every bag comes with a free cup.\n\n#winterblend'

/** Chooses a picture, a video, a PDF file and a file that is not a picture. */
async function chooseFiles(page: Page, world: World): Promise<void> {
  await dialog(({ tasks }) => tasks.referredBack.title)(page, world)
  const chooser = page.getByLabel('Upload Task Image')
  const clip = readFileSync(new URL('../src/testing/clip.mp4', import.meta.url))
  const pdf = Buffer.from(await pdfOf('Winter menu').arrayBuffer())
  await chooser.setInputFiles([
    { name: 'winter-blend-square.png', mimeType: 'image/png', buffer: png({ width: 1, height: 1 }) },
    { name: 'pouring-the-first-cup-of-the-day-in-slow-motion.mp4', mimeType: 'video/mp4', buffer: clip },
    { name: 'menu.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
  ])
  await page.getByLabel('Caption').fill(CAPTION)
  await page.getByText('We can’t read this file').waitFor()
}

/** Adds a draft of another admin to the previews of a task. */
const withDraft = (page: Page) =>
  changeResponses(page, '**/api/task/*/previews*', (previews: Preview[]) => {
    const [picture] = previews.flatMap(({ files }) => files)
    const files: PreviewFile[] = picture ? [picture, { ...picture, url: `${picture.url}?2` }] : []
    const draft: Preview = {
      _id: crypto.randomUUID(),
      number: null,
      state: 'draft',
      caption: CAPTION,
      contentHash: null,
      createdAt: new Date().toISOString(),
      deliveredAt: null,
      isCurrent: false,
      isApproved: false,
      files,
      createdBy: 'another',
      checkRequestedAt: new Date().toISOString(),
    }
    return [draft, ...previews]
  })

/** Delivers a picture without a request that changes the task, so that the next screen finds the task unchanged. */
async function deliver(page: Page, world: World): Promise<void> {
  const { referredBack } = world.tasks
  await dialog(() => referredBack.title)(page, world)
  const task = { ...referredBack, currentStatus: 'Pending', previewNo: 3, doneTaskImage: world.tasks.approved.doneTaskImage, version: 99 }
  await page.route(/\/api\/admin\/board\/tasks\/\d+$/, (route) => route.fulfill({ json: { task, companyName: 'Harbor & Pine Coffee' } }))
  await page.route('**/api/admin/upload-task-image/*', (route) => route.fulfill({ json: { task: { ...task, image: task.doneTaskImage } } }))
  await page.getByLabel('Upload Task Image').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: png() })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Version 3 delivered. The client decides next.').waitFor()
}

export const previewStates: Screen[] = [
  {
    name: 'admin-task-delivered',
    path: ({ tasks }) => `/admin/dashboard?tab=total&task=${tasks.referredBack.taskId}`,
    as: 'admin',
    shown: deliver,
  },
  {
    name: 'admin-task-files',
    path: ({ tasks }) => `/admin/dashboard?tab=refer-back&task=${tasks.referredBack.taskId}`,
    as: 'admin',
    shown: chooseFiles,
  },
  {
    name: 'admin-task-draft',
    path: ({ tasks }) => `/admin/dashboard?tab=approved&task=${tasks.approved.taskId}`,
    as: 'admin',
    answer: withDraft,
    shown: (page) => page.getByText('Draft, not visible to the client').waitFor(),
  },
  {
    name: 'admin-task-approved',
    path: ({ tasks }) => `/admin/dashboard?tab=approved&task=${tasks.approved.taskId}`,
    as: 'admin',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Deliver a new version' }).click()
      await page.getByText('A new version needs a new approval.').waitFor()
      await page.getByText('Version 1', { exact: true }).click()
    },
  },
]
