import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import type { Page } from 'playwright-core'
import { posterImage } from '../../deploy/demo/pictures/poster.ts'
import { harborPine } from '../../deploy/demo/story/harbor-pine.ts'
import { changeResponses } from './network.ts'
import type { Screen } from './screen.ts'
import type { World } from './world.ts'

const CAPTION = 'The winter blend is back. A free cup with every bag, until Friday.\n\n#winterblend'
const NEW_CAPTION = 'The winter blend is back! Two free cups with every bag, until Sunday.\n\n#winterblend #columbiasc'

const poster = (line: string) =>
  posterImage(
    { layout: 'stage', motif: 'cup', palette: 'winter', headline: 'The winter blend is back', line },
    harborPine.profile.companyName,
  )

const pictureFile = (url: string): PreviewFile => ({
  kind: 'image',
  mediaType: 'image/png',
  url,
  display: url,
  thumbnail: url,
  poster: null,
  bytes: 120_000,
  sha256: url,
  width: 1080,
  height: 1080,
  durationMs: null,
})

/** Replaces the versions of a task by three versions whose first pictures differ only in one line of text. */
async function withVersions(page: Page): Promise<void> {
  const [before, after] = [poster('A free cup with every bag'), poster('Two free cups with every bag')]
  await page.route('**/files/compared-before.png', (route) => route.fulfill({ body: before, contentType: 'image/png' }))
  await page.route('**/files/compared-after.png', (route) => route.fulfill({ body: after, contentType: 'image/png' }))
  await changeResponses(page, '**/api/task/*/previews*', (previews: Preview[]): Preview[] => {
    const [newest, oldest] = previews
    if (!newest || !oldest) return previews
    const rest = newest.files.slice(1)
    const older = rest.map((file) => ({ ...file, sha256: 'other' }))
    return [
      { ...newest, caption: NEW_CAPTION, files: [pictureFile('/files/compared-after.png'), ...rest] },
      { ...oldest, _id: crypto.randomUUID(), number: 1, caption: CAPTION, files: [pictureFile('/files/compared-before.png'), ...older] },
      { ...oldest, number: 0 },
    ]
  })
}

/** A comparison of two versions in the portal. `act` changes it. */
const comparison = (name: string, act: (page: Page) => Promise<void>): Screen => ({
  name,
  path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
  as: 'owner',
  answer: withVersions,
  async shown(page) {
    await page.getByRole('button', { name: 'Compare versions' }).click()
    await page.getByText(/% changed, /).waitFor()
    await act(page)
  },
})

const showTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

export const compareStates: Screen[] = [
  comparison('compare-slide', async (page) => {
    await page.getByRole('slider').waitFor({ state: 'attached' })
  }),
  comparison('compare-side-by-side', async (page) => {
    await showTab(page, 'Side by side')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom 150%, fit to frame' }).waitFor()
  }),
  comparison('compare-difference', async (page) => {
    await showTab(page, 'Difference')
    await page.locator('canvas').waitFor()
  }),
  comparison('compare-captions', async (page) => {
    await page.locator('ins').last().scrollIntoViewIfNeeded()
  }),
  comparison('compare-files', async (page) => {
    await page.getByLabel('File', { exact: true }).selectOption('2')
    await page.getByText('We can’t compare PDFs in detail.').waitFor()
  }),
  {
    name: 'compare-loading',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    async answer(page) {
      await withVersions(page)
      await page.route('**/files/compared-after.png', () => {})
    },
    async shown(page) {
      await page.getByRole('button', { name: 'Compare versions' }).click()
      await page.getByRole('dialog', { name: 'Compare versions' }).getByRole('tab').first().waitFor()
    },
  },
  {
    name: 'compare-failed',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    async answer(page) {
      await withVersions(page)
      await page.route('**/files/compared-after.png', (route) => route.fulfill({ status: 503 }))
    },
    async shown(page) {
      await page.getByRole('button', { name: 'Compare versions' }).click()
      await page.getByText('Version 2 could not be loaded.').waitFor()
    },
  },
  {
    name: 'admin-compare',
    path: ({ tasks }: World) => `/admin/dashboard?tab=total&task=${tasks.versions.taskId}`,
    as: 'admin',
    answer: withVersions,
    async shown(page) {
      await page.getByRole('button', { name: 'Compare versions' }).click()
      await page.getByText(/% changed, /).waitFor()
    },
  },
]
