import { type Document, uploadDocument } from '@app/contracts/http/documents.ts'
import { listTasks } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { answer, refusal } from '../../../testing/api.ts'
import { ownerWithDocuments } from '../../../testing/fixtures.ts'
import { address, openApp } from '../../../testing/open.tsx'
import { asksBeforeUnload, dropOver, entriesOf, files, heldUploads, openUploadForm, uploadForm } from '../../../testing/uploads.ts'
import { useUploads } from './uploads.ts'

const { panel, title, file, submit } = uploadForm
const bar = page.getByRole('complementary', { name: 'Uploads' })
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })

it('each of several files gets its own form, one after the other; waiting files can be removed', { tags: 'nightly' }, async () => {
  await openUploadForm()
  const { sent, letGo } = heldUploads()
  await userEvent.upload(file, [files.menu, files.prices, files.notes])
  await expect.element(title).toHaveValue('Spring menu 2026')
  await expect.element(panel.getByRole('heading', { name: '2 more files after this one' })).toBeVisible()
  await panel.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect.element(panel.getByRole('heading', { name: '1 more file after this one' })).toBeVisible()
  await submit.click()
  await expect.poll(() => sent.length).toBe(1)
  letGo()
  await expect.element(title).toHaveValue('Prices')
  await expect.element(title).toHaveFocus()
  await expect.element(panel.getByText('Prices.xlsx')).toBeVisible()
  // A file dropped beside the form is added to the waiting files.
  dropOver(window, files.notes)
  await expect.element(panel.getByRole('heading', { name: '1 more file after this one' })).toBeVisible()
  for (const count of [2, 3]) {
    await expect.element(submit).toHaveAccessibleName('Submit')
    await submit.click()
    await expect.poll(() => sent.length).toBe(count)
    letGo()
  }
  await expect.element(panel).not.toBeInTheDocument()
  expect(sent.map((one) => entriesOf(one).documentType)).toEqual(['pdf', 'excel', 'blog'])
})

it('files dropped on the page open the form; a rejected file is named in the error', { tags: 'nightly' }, async () => {
  ownerWithDocuments([])
  await openApp('/management?section=3')
  await expect.element(page.getByText('Click above to add Documents!')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(files.menu)
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(page.getByText('Drop to upload')).toBeVisible()
  document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))
  await expect.element(page.getByText('Drop to upload')).not.toBeInTheDocument()
  dropOver(document.body, files.menu, files.program)
  await expect.element(title).toHaveValue('Spring menu 2026')
  await expect.element(toast('setup.exe: Invalid file type (pdf/doc/ppt/xls/txt only)')).toBeVisible()
  await expect.element(file).toHaveAccessibleDescription(/ setup\.exe: Invalid file type/)
  // The form shows the error of the rejected file until the accepted file is uploaded.
  dropOver(file.element(), files.menu, files.program)
  await expect.element(file).toHaveAccessibleDescription(/ setup\.exe: Invalid file type/)
  heldUploads()
  await submit.click()
  await expect.element(panel.getByRole('progressbar')).toBeVisible()
  await expect.element(panel.getByText(/setup\.exe/)).not.toBeInTheDocument()
})

it('an upload continues and is shown in other sections; closing the tab asks for confirmation', { tags: 'nightly' }, async () => {
  const documents: Document[] = []
  await openUploadForm(documents)
  const { sent, letGo } = heldUploads(documents)
  await userEvent.upload(file, [files.menu, files.notes])
  await submit.click()
  await expect.poll(() => sent.length).toBe(1)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Digital Content' }).click()
  await expect.element(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await expect.element(bar.getByText(files.menu.name)).toBeVisible()
  sent[0]?.tellProgress(0.75)
  await expect.element(bar.getByRole('progressbar')).toHaveAttribute('value', '0.75')
  expect(asksBeforeUnload()).toBe(true)

  letGo()
  await expect.element(toast('Uploaded')).toBeVisible()
  await expect.element(bar.getByText('1 file still needs details.')).toBeVisible()
  expect(asksBeforeUnload()).toBe(true)
  await bar.getByRole('link', { name: 'Continue' }).click()
  await expect.element(title).toHaveValue('Notes')
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bar).not.toBeInTheDocument()
  expect(asksBeforeUnload()).toBe(false)
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect.element(page.getByRole('heading', { level: 3, name: 'Spring menu 2026' })).toBeVisible()
})

it('a file whose upload failed while the form was closed is shown again in the form with its text', { tags: 'nightly' }, async () => {
  await openUploadForm()
  let answered = () => {}
  answer(uploadDocument, async () => {
    await new Promise<void>((resolve) => {
      answered = resolve
    })
    return refusal(503, 'Being restarted.')
  })
  await userEvent.upload(file, files.menu)
  await title.fill('Our menu')
  await submit.click()
  await expect.element(submit).toHaveAccessibleName('Submitting...')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.element(bar).toBeVisible()
  // The form opens for another document. It shows the progress of the first upload above its fields.
  await page.getByRole('button', { name: '+ Uploade Document' }).click()
  await expect.element(title).toHaveValue('')
  await expect.element(panel.getByRole('progressbar')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  answered()
  await expect.element(toast('Being restarted.')).toBeVisible()
  await expect.element(bar.getByText('spring-menu_2026.pdf is not uploaded yet.')).toBeVisible()
  await bar.getByRole('link', { name: 'Continue' }).click()
  await expect.element(title).toHaveValue('Our menu')
  await expect.element(panel.getByText(files.menu.name)).toBeVisible()
})

/** Starts an upload, leaves a second file waiting for its form, and opens another section. */
async function uploadElsewhere() {
  await openUploadForm()
  const { sent, letGo } = heldUploads()
  await userEvent.upload(file, [files.menu, files.notes])
  await submit.click()
  await expect.poll(() => sent.length).toBe(1)
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Digital Content' }).click()
  await expect.element(bar.getByText(files.menu.name)).toBeVisible()
  return { sent, letGo }
}

it('logging out with unfinished uploads asks for confirmation and then cancels them without a message', { tags: 'nightly' }, async () => {
  const { letGo } = await uploadElsewhere()
  const question = page.getByRole('dialog', { name: 'Sign out before your files are uploaded?' })
  async function logOut() {
    await page.getByRole('button', { name: 'Menu of Bakery' }).click()
    await page.getByRole('menuitem', { name: 'Logout & Go Home' }).click()
  }
  await logOut()
  await expect.element(question.getByText('Not uploaded yet: spring-menu_2026.pdf, notes.txt')).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Keep uploading' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Menu of Bakery' })).toHaveFocus()
  letGo()
  await expect.element(toast('Uploaded')).toBeVisible()

  await logOut()
  await expect.element(question.getByText('Not uploaded yet: notes.txt')).toBeVisible()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(address).toBe('/')
  expect(localStorage.getItem('token')).toBeNull()
  expect(toast('Not uploaded').query()).toBeNull()
  expect(asksBeforeUnload()).toBe(false)
})

it.each([
  [
    'is expired on the server',
    () => {
      answer(listTasks, () => refusal(401, 'Sign in first'))
      fireTasksUpdated()
    },
  ],
  [
    'is ended in another tab',
    () => {
      localStorage.removeItem('token')
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    },
  ],
])(
  'a session that %s shows which files were not uploaded and discards them before the next sign-in',
  { tags: 'nightly' },
  async (_how, end) => {
    const { sent } = await uploadElsewhere()
    end()
    await expect.element(toast('Not uploaded, because your session ended: spring-menu_2026.pdf, notes.txt')).toBeVisible()
    await expect.poll(address).toBe('/login')
    expect(toast('Authentication required').query()).toBeNull()
    expect(asksBeforeUnload()).toBe(false)
    expect(useUploads.getState()).toEqual({ waiting: [], sending: [] })
    expect(sent).toHaveLength(1)
  },
)
