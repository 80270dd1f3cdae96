import '../AdminDashboardPage.tsx'
import '../board/BoardTools.tsx'
import '../tabs/TaskGridTab.tsx'
import '../task/ChosenFiles.tsx'
import '../task/TaskPanel.tsx'
import '../proofreading/CheckedContent.tsx'
import './DeliverDialog.tsx'
import './PasteCaptions.tsx'
import './BulkDelivery.tsx'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { getProofreading, type Proofreading } from '@app/contracts/http/proofreading.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply, type Sent } from '../../../testing/api.ts'
import { boardOf, companyOf } from '../../../testing/board.ts'
import { previewOf, taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { draftOf, mockDeliveries, pdfFile, pngFile, taskIdIn } from '../../../testing/previews.ts'
import { findingOf, misspellingOf, proofreadingOf } from '../../../testing/proofreading.ts'
import { dropOver } from '../../../testing/uploads.ts'
import { atEachWidth } from '../../../testing/widths.ts'
import { CONTENT_UNREADABLE } from '../task/inspect-file.ts'
import { removeAll } from './deliveries.ts'

beforeEach(() => signInAs.admin())
// The chosen files are kept after a test, because they are outside of React.
afterEach(removeAll)

const company = companyOf(1)
const owed = (taskId: number, title: string, changes: Partial<Task> = {}): Task =>
  taskOf({ taskId, title, companyProfileId: company._id, doneTaskImage: null, previewNo: null, ...changes })

const dialog = page.getByRole('dialog', { name: 'Deliver files' })
const rowOf = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
const taskFor = (name: string) => dialog.getByRole('combobox', { name: `Task for ${name}` })
const chosen = (name: string) => (taskFor(name).element() as HTMLSelectElement).selectedOptions[0]?.textContent
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

/** Drags a file over the page. Returns whether the page handled the event, so that the browser does not open the file. */
const dragFile = (): boolean => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([''], 'a.png'))
  return !document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
}

/** Whether the page accepts dropped files. It loads the code for this when the files are dragged over the page. */
const isReadyForDrops = (): boolean => dragFile() && page.getByText('Drop to upload').query() !== null

async function openDialog(tasks: Task[]) {
  boardOf({ company, tasks })
  await openApp('/admin/dashboard?tab=pending')
  await page.getByRole('button', { name: 'Deliver files' }).click()
  await expect.element(dialog).toBeVisible()
}
const choose = async (...files: File[]) => userEvent.upload(dialog.getByLabelText('Files', { exact: true }), files)

it('matches files by number and title, sends nothing before "Deliver all", and then delivers each preview', async () => {
  const tasks = [owed(12, 'Winter bread'), owed(13, 'Opening hours', { currentStatus: 'Roll Back' }), owed(14, 'Oyster roast')]
  const { uploads: sent } = mockDeliveries(tasks)
  await openDialog(tasks)
  await choose(await pngFile('12.png'), await pngFile('opening-hours_v2.png'), await pngFile('IMG_77.png'))
  await expect.poll(() => chosen('12.png')).toBe('#12 Winter bread · Company 1')
  await expect.element(rowOf('12.png')).toMatchTextContent(/Matched by the number/)
  expect(chosen('opening-hours_v2.png')).toBe('#13 Opening hours · Company 1')
  await expect.element(rowOf('opening-hours_v2.png')).toMatchTextContent(/Matched by the title/)
  expect(chosen('IMG_77.png')).toBe('No task')
  await expect.element(dialog.getByText('1 file has no task and won’t be sent.')).toBeVisible()
  await expect.element(button('Deliver all (2)')).toBeVisible()
  await atEachWidth(() => expect.element(button('Deliver all (2)')).toBeVisible())

  await taskFor('IMG_77.png').selectOptions('#14 Oyster roast · Company 1')
  await expect.element(rowOf('IMG_77.png')).toMatchTextContent(/Chosen by hand/)
  expect(sent).toEqual([])
  await button('Deliver all (3)').click()
  await expect.element(page.getByText('3 previews delivered')).toBeInTheDocument()
  expect(sent.map(taskIdIn)).toEqual(['task-12', 'task-13', 'task-14'])
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(3)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Deliver files', exact: true })).toHaveFocus()
})

it('after a file is removed, the focus is in the next row, or else in the previous row or on the file chooser', {
  tags: 'nightly',
}, async () => {
  await openDialog([owed(12, 'Winter bread')])
  await choose(await pngFile('a.png'), await pngFile('b.png'), await pngFile('c.png'))
  await button('Remove b.png').click()
  await expect.element(button('Remove c.png')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove a.png')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByLabelText('Files', { exact: true })).toHaveFocus()
})

it('20 files are delivered to 20 tasks, also if two of the files have the same name', { tags: 'nightly' }, async () => {
  const tasks = Array.from({ length: 20 }, (_, at) => owed(101 + at, `Post ${101 + at}`))
  const { uploads: sent } = mockDeliveries(tasks)
  await openDialog(tasks)
  const names = [...tasks.slice(0, 19).map(({ taskId }) => `${taskId}.png`), '101.png']
  await choose(...(await Promise.all(names.map(pngFile))))
  await expect.element(button('Deliver all (19)')).toBeVisible()
  await expect.element(rowOf('101.png').nth(1)).toMatchTextContent(/One preview of 2 files/)
  await taskFor('101.png').nth(1).selectOptions('#120 Post 120 · Company 1')
  await button('Deliver all (20)').click()
  await expect.element(page.getByText('20 previews delivered')).toBeInTheDocument()
  expect(sent.map(taskIdIn)).toEqual(tasks.map(({ taskId }) => `task-${taskId}`))
  const nameOf = ({ body }: Sent) => ((body as FormData).get('file1') as File).name
  expect([sent[0], sent[19]].map((one) => one && nameOf(one))).toEqual(['101.png', '101.png'])
})

it('each file has its own result, and failed deliveries can be tried again', { tags: 'nightly' }, async () => {
  const tasks = [owed(12, 'Winter bread'), owed(13, 'Opening hours')]
  mockDeliveries(tasks, [], { 'task-13': 'This task has already been posted.' })
  await openDialog(tasks)
  await choose(await pngFile('12.png'), await pngFile('13.png'))
  await button('Deliver all (2)').click()
  await expect.element(rowOf('12.png')).toMatchTextContent(/Delivered$/)
  await expect.element(rowOf('13.png')).toMatchTextContent(/This task has already been posted/)
  await expect.element(dialog.getByRole('status').filter({ hasText: 'We couldn’t deliver 1 preview.' })).toBeVisible()
  const { uploads: again } = mockDeliveries(tasks)
  await button('Try again (1)').click()
  await expect.element(page.getByText('1 preview delivered')).toBeInTheDocument()
  expect(again.map(taskIdIn)).toEqual(['task-13'])
  await expect.element(dialog).not.toBeInTheDocument()
})

it('several files for one task are one preview with the caption of the previous version', { tags: 'nightly' }, async () => {
  const tasks = [owed(12, 'Winter bread', { currentStatus: 'Roll Back', previewNo: 1 })]
  const { uploads: sent } = mockDeliveries(tasks)
  await openDialog(tasks)
  answer(listPreviews, () => reply(listPreviews, [previewOf({ caption: 'Warm bread.' })]))
  await choose(await pngFile('12 front.png'), pdfFile('12 menu.pdf'))
  await expect.element(rowOf('12 menu.pdf')).toMatchTextContent(/One preview of 2 files/)
  await button('Deliver all (1)').click()
  await expect.element(page.getByText('1 preview delivered')).toBeInTheDocument()
  const { caption, deliver, file1, file2 } = Object.fromEntries(sent[0]?.body as FormData)
  expect([caption, deliver]).toEqual(['Warm bread.', 'false'])
  expect([file1, file2].map((file) => (file as File).name)).toEqual(['12 front.png', '12 menu.pdf'])
})

it('captions are typed, or pasted from a table and matched before they are used', async () => {
  const tasks = [owed(12, 'Winter bread'), owed(13, 'Opening hours'), owed(14, 'Oyster roast')]
  const { uploads: sent } = mockDeliveries(tasks)
  await openDialog(tasks)
  await choose(await pngFile('12 front.png'), await pngFile('12 back.png'), await pngFile('13.png'), await pngFile('14.png'))
  const captionOf = (name: string) => dialog.getByRole('textbox', { name: `Caption for ${name}` })
  await captionOf('13.png').fill('We open at six.')
  expect(captionOf('12 back.png').elements()).toHaveLength(0)

  await button('Paste captions').click()
  await dialog
    .getByRole('textbox', { name: 'Captions from a table' })
    .fill('File\tCaption\n#12\t"Warm ""bread""\n\n#bread"\nSpring\tFlowers')
  const rows = dialog.getByRole('list', { name: 'Rows of the table' })
  await expect.element(rows.getByText('#12 Winter bread')).toBeVisible()
  await expect.element(rows.getByText('No file or task has this name.')).toBeVisible()
  await expect.element(dialog.getByText('1 of 2 rows match a file.')).toBeVisible()
  await atEachWidth(() => expect.element(button('Use 1 caption')).toBeVisible())
  await button('Use 1 caption').click()
  await expect.element(captionOf('12 front.png')).toHaveValue('Warm "bread"\n\n#bread')

  await captionOf('14.png').fill('x'.repeat(5_001))
  await expect.element(dialog.getByText('1 caption is too long.')).toBeVisible()
  await expect.element(button('Deliver all (2)')).toBeVisible()
  await captionOf('14.png').fill('')
  await button('Add alternative text for 12 back.png').click()
  await dialog.getByRole('textbox', { name: 'Alternative text for 12 back.png' }).fill('The crust of a loaf')
  await button('Deliver all (3)').click()
  await expect.element(page.getByText('3 previews delivered')).toBeInTheDocument()
  expect(sent.map(({ body }) => (body as FormData).get('caption'))).toEqual(['Warm "bread"\n\n#bread', 'We open at six.', ''])
  expect(sent.map(({ body }) => (body as FormData).get('alternativeText2'))).toEqual(['The crust of a loaf', null, null])
})

it('delivers each preview as soon as its check has ended, except those with findings that are sure, about which the admin decides', async () => {
  const tasks = [owed(12, 'Winter bread'), owed(13, 'Opening hours'), owed(14, 'Oyster roast')]
  const { deliveries } = mockDeliveries(tasks)
  await openDialog(tasks)
  const states: Record<string, Proofreading> = {
    'task-12': proofreadingOf([findingOf()]),
    'task-13': proofreadingOf([], { state: 'waiting' }),
    'task-14': proofreadingOf([misspellingOf('Oister', 0)]),
  }
  answer(getProofreading, (sent) => reply(getProofreading, states[taskIdIn(sent)] ?? proofreadingOf()))
  await choose(await pngFile('12.png'), await pngFile('13.png'), await pngFile('14.png'))
  await button('Deliver all (3)').click()
  await expect.element(rowOf('12.png').getByRole('heading', { name: '1 thing looks wrong' })).toBeVisible()
  await expect.element(rowOf('13.png')).toMatchTextContent(/Checking…/)
  expect(deliveries).toEqual([])
  states['task-13'] = proofreadingOf()
  await expect.poll(() => deliveries.map(taskIdIn)).toEqual(['task-13', 'task-14'])
  await expect.element(page.getByText('2 previews delivered')).toBeInTheDocument()
  await expect.element(dialog.getByText('1 preview needs another look.')).toBeVisible()
  await expect.element(button('Deliver all (0)')).toBeDisabled()

  await button('Deliver anyway').click()
  await expect.element(rowOf('12.png')).toMatchTextContent(/Delivered$/)
  expect(deliveries.map(({ address }) => address).at(-1)).toBe('/api/admin/previews/draft-task-12/deliver?despiteFindings=true')
})

it('"Stop" ends the deliveries after the current preview; the others can be delivered later', { tags: 'nightly' }, async () => {
  const tasks = [owed(12, 'Winter bread'), owed(13, 'Opening hours')]
  const { promise, resolve } = Promise.withResolvers<Response>()
  mockDeliveries(tasks)
  const first = answer(uploadPreview, () => promise)
  await openDialog(tasks)
  await choose(await pngFile('12.png'), await pngFile('13.png'))
  await button('Deliver all (2)').click()
  await expect.poll(() => first.length).toBe(1)
  await button('Stop').click()
  await expect.element(button('Stopping...')).toBeDisabled()
  resolve(reply(uploadPreview, { task: tasks[0] as Task, preview: draftOf({ _id: 'draft-task-12' }) }))
  await expect.element(page.getByText('1 preview delivered')).toBeInTheDocument()
  await expect.element(rowOf('12.png')).toMatchTextContent(/Delivered$/)
  const { uploads: later } = mockDeliveries(tasks)
  await button('Deliver all (1)').click()
  await expect.poll(() => later.map(taskIdIn)).toEqual(['task-13'])
  expect(first.map(taskIdIn)).toEqual(['task-12'])
})

it('an upload shows its progress and continues after the dialog is closed', async () => {
  const tasks = [owed(12, 'Winter bread')]
  const { promise, resolve } = Promise.withResolvers<Response>()
  mockDeliveries(tasks)
  const sent = answer(uploadPreview, () => promise)
  await openDialog(tasks)
  await choose(await pngFile('12.png'))
  await button('Deliver all (1)').click()
  await expect.poll(() => sent.length).toBe(1)
  sent[0]?.tellProgress(0.5)
  await expect.element(dialog.getByRole('progressbar', { name: 'Upload of 12.png' })).toHaveAttribute('value', '0.5')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText('Delivering 1 of 1...')).toBeVisible()
  resolve(reply(uploadPreview, { task: tasks[0] as Task, preview: draftOf({ _id: 'draft-task-12' }) }))
  await expect.element(page.getByText('1 preview delivered')).toBeInTheDocument()
  await expect.element(page.getByText('Delivering 1 of 1...')).not.toBeInTheDocument()
})

it('files that are dropped on the page open the dialog; a file of another type is not sent', { tags: 'nightly' }, async () => {
  const tasks = [owed(12, 'Winter bread')]
  boardOf({ company, tasks })
  const { uploads: sent } = mockDeliveries(tasks)
  await openApp('/admin/dashboard?tab=pending')
  await expect.element(page.getByRole('button', { name: 'Deliver files' })).toBeVisible()
  expect(dragFile()).toBe(true)
  expect(isReadyForDrops()).toBe(false)
  window.dispatchEvent(new DragEvent('dragenter'))
  await expect.poll(isReadyForDrops).toBe(true)
  dropOver(document.body, await pngFile('Winter bread.png'), new File(['<html>'], '12.png', { type: 'image/png' }))
  await expect.element(rowOf('Winter bread.png')).toBeVisible()
  await expect.element(rowOf('12.png')).toMatchTextContent(CONTENT_UNREADABLE)
  await expect.element(dialog.getByText('1 file cannot be sent.')).toBeVisible()
  expect(rowOf('12.png').getByRole('combobox').elements()).toHaveLength(0)
  await button('Deliver all (1)').click()
  await expect.element(page.getByText('1 preview delivered')).toBeInTheDocument()
  expect(sent.map(({ body }) => ((body as FormData).get('file1') as File).name)).toEqual(['Winter bread.png'])
  await expect.element(dialog).toBeVisible()
  await button('Remove 12.png').click()
  await expect.element(rowOf('12.png')).not.toBeInTheDocument()
})

it('the end of the session discards the files', { tags: 'nightly' }, async () => {
  await openDialog([owed(12, 'Winter bread')])
  await choose(await pngFile('12.png'))
  await expect.element(rowOf('12.png')).toBeVisible()
  signInAs.admin('another-token')
  await expect.element(rowOf('12.png')).not.toBeInTheDocument()
})

it('"Upload and next" delivers a picture and opens the next task for which we owe a preview', async () => {
  const tasks = [owed(1, 'Post 1'), taskOf({ taskId: 2, title: 'Post 2', companyProfileId: company._id }), owed(3, 'Post 3')]
  boardOf({ company, tasks })
  const { uploads: sent } = mockDeliveries(tasks)
  await openApp('/admin/dashboard?tab=pending')
  await page.getByRole('link', { name: 'Post 1' }).click()
  const panelOf = (title: string) => page.getByRole('dialog', { name: title })
  await userEvent.upload(panelOf('Post 1').getByLabelText(/Upload Task Image/), await pngFile('one.png'))
  await panelOf('Post 1').getByRole('button', { name: 'Upload and next' }).click()
  await expect.element(panelOf('Post 3')).toBeVisible()
  await expect.element(panelOf('Post 3').getByRole('heading', { name: 'Post 3' })).toHaveFocus()
  expect(address()).toBe('/admin/dashboard?tab=pending&task=3')
  expect(sent.map(taskIdIn)).toEqual(['task-1'])
  expect(panelOf('Post 3').getByRole('button', { name: 'Upload and next' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe('/admin/dashboard?tab=pending')
})
