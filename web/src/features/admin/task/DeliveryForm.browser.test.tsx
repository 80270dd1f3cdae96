import '../AdminDashboardPage.tsx'
import '../tabs/TaskGridTab.tsx'
import './TaskPanel.tsx'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { type Task, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { CONTENT_REFUSED } from '@app/contracts/rules/previews.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, picture, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { draftOf, mockDeliveries, pdfFile, pngFile, videoFile } from '../../../testing/previews.ts'
import { CONTENT_UNREADABLE } from './inspect-file.ts'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const chooser = panel.getByLabelText(/Upload Task Image/)
const caption = panel.getByRole('textbox', { name: 'Caption' })
const rows = panel.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const button = (name: string) => panel.getByRole('button', { name, exact: true })
const rowNames = () => rows.elements().map((row) => row.textContent?.match(/^\w+\.[a-z]+/)?.[0])

/** Opens the panel of a task. Deliveries change the array of previews. */
async function openPanel(previews: Preview[] = [previewOf({ caption: 'Warm bread.' })], task: Task = taskOf()) {
  const tasks = [task]
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks })
  answer(listPreviews, () => reply(listPreviews, previews))
  const sent = mockDeliveries(tasks, previews)
  const app = await openApp('/admin/dashboard?tab=pending&task=5')
  await expect.element(panel).toBeVisible()
  return { ...app, ...sent }
}

const entriesOf = ({ body }: Sent) => Object.fromEntries(body as FormData)

it('delivers a picture, a video and a PDF file in the chosen order, with posters, a duration, frames and a caption', async () => {
  const { uploads, deliveries } = await openPanel()
  await expect.element(caption).toHaveValue('Warm bread.')
  await userEvent.upload(chooser, [await pngFile('cup.png'), await videoFile('oven.webm'), pdfFile('menu.pdf')])
  await expect.element(rows.nth(0)).toMatchTextContent(/Picture · 1 KB/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Video · \d+ KBAdd alternative text/)
  await expect.element(rows.nth(2)).toMatchTextContent(/PDF · 1 KBAdd alternative text/)
  await expect.poll(() => panel.element().querySelectorAll('ol img[src^="blob:"]').length).toBe(3)

  // The moved button keeps the focus.
  await button('Move menu.pdf up').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(rowNames).toEqual(['menu.pdf', 'cup.png', 'oven.webm'])
  await expect.element(button('Move menu.pdf up')).toHaveFocus()
  await expect.element(button('Move menu.pdf up')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(panel.getByText('menu.pdf is now file 1 of 3.')).toBeInTheDocument()
  await button('Remove cup.png').click()
  await expect.poll(rowNames).toEqual(['menu.pdf', 'oven.webm'])

  await caption.fill('Warm bread.\nFrom six.')
  await expect.element(panel.getByText('21 of 5,000 characters')).toBeVisible()
  await button('Upload').click()
  await expect.element(page.getByText('Version 2 delivered', { exact: true })).toBeInTheDocument()
  const { file1, poster1, file2, poster2, duration2, first2, middle2, last2, ...fields } = entriesOf(uploads[0] as Sent)
  expect(fields).toEqual({ caption: expect.stringMatching(/^Warm bread\.\r?\nFrom six\.$/), deliver: 'false' })
  expect([file1, file2].map((file) => (file as File).name)).toEqual(['menu.pdf', 'oven.webm'])
  expect([poster1, poster2].map((poster) => (poster as File).type)).toEqual(['image/jpeg', 'image/jpeg'])
  const poster = await createImageBitmap(poster2 as File)
  expect([poster.width, poster.height]).toEqual([160, 90])
  expect(Number(duration2)).toBeGreaterThan(500)
  const frames = [first2, middle2, last2].map((frame) => frame as File)
  expect(frames.map(({ name, type }) => [name, type])).toEqual(['first', 'middle', 'last'].map((name) => [`${name}.jpg`, 'image/jpeg']))
  // The clip changes over time.
  const contents = await Promise.all(frames.map(async (frame) => [...new Uint8Array(await frame.arrayBuffer())].join()))
  expect(new Set(contents).size).toBe(3)
  expect(deliveries.map(({ address }) => address)).toEqual(['/api/admin/previews/draft-task-5/deliver'])
  const keys = [...uploads, ...deliveries].map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys.filter(Boolean)).size).toBe(2)

  // The form begins again with the caption of the new version.
  await expect.element(rows).not.toBeInTheDocument()
  await expect.element(caption).toHaveValue('Warm bread.\nFrom six.')
  await expect.element(panel.getByText('Version 2', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

it('does not replace a draft that another admin has saved: one picture without a new caption is sent with the specified request', async () => {
  const sent = answer(uploadTaskImage, () => reply(uploadTaskImage, { task: { ...taskOf({ version: 3 }), image: picture('navy') } }))
  const { uploads } = await openPanel()
  await userEvent.upload(chooser, await pngFile('cup.png'))
  await caption.fill('Warm bread, and more.')
  await caption.fill('Warm bread.')
  answer(listPreviews, () => reply(listPreviews, [draftOf({ createdBy: 'another' }), previewOf()]))
  await button('Upload').click()
  await expect.element(page.getByText('Task image uploaded successfully')).toBeInTheDocument()
  expect(Object.keys(entriesOf(sent[0] as Sent))).toEqual(['image'])
  expect(uploads).toEqual([])
})

it('sends the alternative text with its file, wherever the file moves', async () => {
  const { uploads } = await openPanel()
  await userEvent.upload(chooser, [await pngFile('cup.png'), await pngFile('jug.png')])
  await button('Add alternative text for jug.png').click()
  const field = panel.getByRole('textbox', { name: 'Alternative text for jug.png' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription(/Describe this picture for people who don’t see it. 0 of 1,000 characters/)
  await field.fill(' A jug on a table ')
  await button('Move jug.png up').click()
  await expect.element(field).toHaveValue(' A jug on a table ')
  await button('Remove cup.png').click()
  await expect.element(button('Remove jug.png')).toHaveFocus()
  await button('Upload').click()
  await expect.element(page.getByText('Version 2 delivered', { exact: true })).toBeInTheDocument()
  const { file1, ...fields } = entriesOf(uploads[0] as Sent)
  expect((file1 as File).name).toBe('jug.png')
  expect(fields).toEqual({ caption: 'Warm bread.', deliver: 'false', alternativeText1: 'A jug on a table' })
})

it('keeps the caption after a reload, and rejects a caption that is too long', { tags: 'nightly' }, async () => {
  const first = await openPanel()
  await caption.fill('Fresh from the oven')
  await first.unmount()
  const { uploads } = await openPanel()
  await expect.element(caption).toHaveValue('Fresh from the oven')
  await expect.element(panel.getByText('We restored what you entered before. Please choose the files again.')).toBeVisible()

  await userEvent.upload(chooser, await pngFile('cup.png'))
  await caption.fill('🍞'.repeat(5001))
  await expect.element(caption).toHaveAccessibleDescription(/5,001 of 5,000 characters.*The caption is too long/)
  await button('Upload').click()
  await expect.element(caption).toHaveFocus()
  await caption.fill('🍞'.repeat(5000))
  await button('Upload').click()
  await expect.poll(() => uploads.length).toBe(1)
})

it('shows the error of each file: content of another type, too many files, and the errors of the server', async () => {
  await openPanel()
  await userEvent.upload(chooser, [new File(['<html>'], 'page.png', { type: 'image/png' }), await pngFile('cup.png')])
  await expect.element(rows.nth(0)).toMatchTextContent(CONTENT_UNREADABLE)
  await button('Upload').click()
  await expect.element(button('Remove page.png')).toHaveFocus()
  await expect.element(button('Remove page.png')).toHaveAccessibleDescription(CONTENT_UNREADABLE)
  await userEvent.upload(chooser, new File(['x'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(chooser).toHaveAccessibleDescription(new RegExp(CONTENT_REFUSED))
  await button('Remove page.png').click()

  await userEvent.upload(chooser, await Promise.all(Array.from({ length: 10 }, (_, i) => pngFile(`more${i}.png`))))
  await expect.poll(() => rows.elements().length).toBe(10)
  await expect.element(chooser).toHaveAccessibleDescription(/at most 10 files/)
  await expect.element(rows.nth(9)).toMatchTextContent(/Picture/)

  answer(uploadPreview, () => refusal(422, 'Refused', { errors: [{ field: 'poster2', message: 'This picture is damaged.' }] }))
  await button('Upload').click()
  await expect.element(rows.nth(1)).toMatchTextContent('This picture is damaged.')
  await expect.element(button('Remove more0.png')).toHaveFocus()

  answer(uploadPreview, () => refusal(409, 'This task has already been posted.'))
  await button('Upload').click()
  await expect.element(page.getByText('This task has already been posted.')).toBeInTheDocument()
  expect(rows.elements()).toHaveLength(10)
})

it('shows the progress, can cancel the upload, and repeats it with the same key after a lost connection', { tags: 'nightly' }, async () => {
  await openPanel()
  await userEvent.upload(chooser, [await pngFile('cup.png'), await pngFile('jug.png')])
  const waiting = answer(uploadPreview, () => new Promise(() => {}))
  await button('Upload').click()
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.tellProgress(0.5)
  await expect.element(panel.getByRole('progressbar', { name: 'Upload of 2 files' })).toHaveAttribute('value', '0.5')
  await expect.element(button('Uploading...')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Remove cup.png')).toHaveAttribute('aria-disabled', 'true')
  await button('Cancel the upload').click()
  await expect.element(button('Upload')).toHaveFocus()
  await expect.element(panel.getByRole('progressbar')).not.toBeInTheDocument()
  expect(rows.elements()).toHaveLength(2)

  const sent = answer(uploadPreview, () =>
    sent.length === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : reply(uploadPreview, { task: taskOf(), preview: draftOf({ _id: 'draft-task-5' }) }),
  )
  await button('Upload').click()
  await expect.element(page.getByText('Version 2 delivered', { exact: true })).toBeInTheDocument()
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('says that a video gets no poster if the browser cannot play it', { tags: 'nightly' }, async () => {
  const { uploads } = await openPanel()
  const broken = new File([new Uint8Array([0, 0, 0, 24]), 'ftypisom', new Uint8Array(64)], 'oven.mp4', { type: 'video/mp4' })
  await userEvent.upload(chooser, broken)
  await expect.element(rows.nth(0)).toMatchTextContent('This browser can’t play this video, so it gets a plain cover picture.')
  await button('Upload').click()
  await expect.poll(() => uploads.map((one) => Object.keys(entriesOf(one)).sort())).toEqual([['caption', 'deliver', 'file1']])
})

it('says before the delivery that a new version of an approved task needs a new approval', async () => {
  await openPanel([previewOf({ isApproved: true })], taskOf({ currentStatus: 'Approved', approvedPreviewNo: 1 }))
  await expect.element(panel.getByRole('img', { name: 'Approved image of Winter bread' })).toBeVisible()
  await expect.element(chooser).not.toBeInTheDocument()
  await button('Deliver a new version').click()
  await expect.element(panel.getByText('This task is approved. A new version needs a new approval.')).toBeVisible()
  await expect.element(chooser).toBeInTheDocument()
})

it('on a phone, all buttons of the form are touch targets of 44 px, and nothing scrolls sideways', { tags: 'nightly' }, async () => {
  await openPanel()
  await userEvent.upload(chooser, [await pngFile('a-picture-with-a-very-long-name-from-the-camera.png'), pdfFile('menu.pdf')])
  await expect.element(rows.nth(1)).toMatchTextContent(/PDF/)
  await page.viewport(360, 740)
  const onFile = ['Move menu.pdf up', 'Move menu.pdf down', 'Remove menu.pdf', 'Add alternative text for menu.pdf']
  const names = ['Upload', 'Save as draft', ...onFile]
  for (const name of names) expect(button(name).element().getBoundingClientRect().height, name).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
