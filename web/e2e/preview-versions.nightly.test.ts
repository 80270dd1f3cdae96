import { mp4 } from '@app/chassis/testing/videos.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, clientOf, must, weekly } from '../../deploy/tests/support/client.ts'
import { pdfOf } from '../src/testing/pdf.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { isFocused } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf, drawPictures } from './world.ts'

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
let task: Task
const { square, wide } = drawPictures()

const CAPTION = `The winter blend is back.

Two for one until Friday, and a free cup with every bag. Bring a friend, stay for a slow morning, and tell us which roast you like most.

#winterblend #columbiasc`

beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany(), adminSession()])
  const dates = { ...weekly, platform_insta: 'true' }
  task = await assignTask(owner.send, owner.token, owner.company._id, 'Winter blend in two versions', dates)
  await actionsOf(owner.send, owner.token, admin.token).deliver(task, wide)
})
afterAll(() => browser?.close())

/** Delivers a preview of a picture, a video that cannot be played, and a PDF file of two pages. */
function deliverNext() {
  const files = {
    file1: square,
    file2: mp4(),
    poster2: wide,
    file3: new File([pdfOf('Menu of the week', 'Prices')], 'menu.pdf'),
    poster3: square,
  }
  const fields = { caption: CAPTION, duration2: '4000' }
  return must(clientOf(inject('productUrl'))('POST', `/admin/tasks/${task._id}/previews`, { token: admin.token, fields, files }))
}

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name })

it('an owner looks at the files of version 2 and at version 1, and approves', async () => {
  const page = await visit(browser, { path: `/management?show=task-${task.taskId}`, as: owner.session })
  const failures: string[] = []
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  const panel = page.getByRole('dialog', { name: task.title })

  await step('version 2 arrives while the owner looks at version 1', async () => {
    await panel.getByText('Version 1', { exact: true }).waitFor()
    await deliverNext()
    await panel.getByText('A newer preview is ready.').waitFor()
    expect(await panel.getByText('Version 1', { exact: true }).count()).toBe(1)
    await button(panel, 'Show the new version').click()
    await panel.getByText('Version 2', { exact: true }).waitFor()
  })

  await step('the caption and three files: a picture, a video and a PDF', async () => {
    expect(await panel.getByText('#winterblend').textContent()).toBe(CAPTION)
    await panel.getByText('1 of 3', { exact: true }).waitFor()
    const picture = panel.getByRole('img', { name: 'Picture 1 of 3' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAxeFindsNothing(page)

    await button(panel, 'Next file').click()
    await panel.getByText('2 of 3', { exact: true }).waitFor()
    const video = panel.getByLabel('Video 2 of 3', { exact: true }).and(panel.locator('video'))
    expect(await video.evaluate(({ controls, preload, poster }: HTMLVideoElement) => [controls, preload, poster !== ''])).toEqual([
      true,
      'none',
      true,
    ])
  })

  await step('the PDF is drawn by the page itself', async () => {
    await button(panel, /^PDF 3 of 3/).click()
    await button(panel, 'Open PDF 3 of 3').click()
    const viewer = page.getByRole('dialog', { name: 'PDF 3 of 3' })
    await viewer.getByText('Page 1 of 2').waitFor()
    await viewer.getByText('Menu of the week').waitFor({ state: 'attached' })
    await expectAxeFindsNothing(page)
    await button(viewer, 'Next page').click()
    await viewer.getByText('Page 2 of 2').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(button(panel, 'Open PDF 3 of 3'))).toBe(true)
  })

  await step('the post as Instagram shows it', async () => {
    await panel.getByRole('tab', { name: 'Instagram' }).click()
    const post = panel.getByRole('article', { name: 'Post on Instagram' })
    await post.getByText(owner.company.companyName).first().waitFor()
    expect(await post.textContent()).not.toContain('#winterblend')
    await expectAxeFindsNothing(page)
    await button(post, '… more').click()
    await expect.poll(() => post.textContent()).toContain(CAPTION)
    await panel.getByRole('tab', { name: 'Plain' }).click()
  })

  await step('version 1 is still there', async () => {
    await button(panel, /^Version 1/).click()
    const version = page.getByRole('dialog', { name: 'Version 1' })
    const picture = version.getByRole('img', { name: 'Version 1' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await button(version, 'Compare with version 2').click()
    await version.getByRole('slider').waitFor({ state: 'attached' })
    await expectAxeFindsNothing(page)
    await page.keyboard.press('Escape')
    await version.waitFor({ state: 'detached' })
  })

  await step('approving approves version 2', async () => {
    await button(panel, 'Approve').click()
    await toastSaid(page, 'Task approved successfully')
    const { body } = await owner.send<Task>('GET', `/task/${task.taskId}`, { token: owner.token })
    expect([body.currentStatus, body.approvedPreviewNo]).toEqual(['Approved', 2])
  })
  expect(failures).toEqual([])
})
