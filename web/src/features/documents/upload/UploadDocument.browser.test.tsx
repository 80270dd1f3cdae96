import { uploadDocument } from '@app/contracts/http/documents.ts'
import { signIn } from '@app/contracts/http/identity.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { documentOf } from '../../../testing/fixtures.ts'
import { address, tokenOf } from '../../../testing/open.tsx'
import { dropOver, entriesOf, files, heldUploads, openUploadForm, UPLOAD_FORM, uploadForm } from '../../../testing/uploads.ts'
import { atEachWidth } from '../../../testing/widths.ts'

afterEach(() => void vi.useRealTimers())

const { panel, title, file, submit } = uploadForm
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })

it('shows the specified error for each missing value and rejects files of other types', async () => {
  await openUploadForm()
  await expect.element(title).toHaveAttribute('placeholder', 'e.g., Summer Sale Campaign')
  await atEachWidth(async (width) => {
    for (const part of [panel, title, submit]) {
      const place = () => part.element().getBoundingClientRect()
      await expect.poll(() => [place().left >= 0, place().right <= width, place().bottom <= 900]).toEqual([true, true, true])
    }
  })
  await submit.click()
  await expect.element(toast('Title required')).toBeVisible()
  await expect.element(title).toHaveAccessibleDescription('Title required')
  await expect.element(title).toHaveFocus()

  await title.fill('Our menu')
  await submit.click()
  await expect.element(toast('Select a document file')).toBeVisible()
  await userEvent.upload(file, files.nameless)
  await submit.click()
  await expect.element(toast('Unsupported file type')).toBeVisible()
  await expect.element(file).toHaveAccessibleDescription(/ up to 50 MB Unsupported file type$/)

  dropOver(file.element(), files.program)
  await expect.element(toast('Invalid file type (pdf/doc/ppt/xls/txt only)')).toBeVisible()
  await expect.element(panel.getByText('notes', { exact: true })).not.toBeInTheDocument()
  await expect.element(file).toHaveValue('')
})

it('on a phone, each message replaces the previous one and covers no field in error; a success removes the errors', {
  tags: 'nightly',
}, async () => {
  await page.viewport(390, 844)
  await openUploadForm()
  const visibleToasts = () => [...document.querySelectorAll('.Toastify__toast[role]')].filter((one) => one.checkVisibility())
  const texts = () => visibleToasts().map(({ textContent }) => textContent)
  /** Returns the fields that have an error and are covered by the visible toast. */
  const covered = () => {
    const [toast] = visibleToasts().map((one) => one.getBoundingClientRect())
    const errors = [...document.querySelectorAll('[data-field-error]')].filter(({ textContent }) => textContent)
    const fields = errors.map(({ parentElement }) => parentElement ?? expect.unreachable())
    return fields.filter((field) => {
      const { top, bottom } = field.getBoundingClientRect()
      return toast && toast.top < bottom && top < toast.bottom
    })
  }

  await submit.click()
  await expect.poll(texts).toEqual(['Title required'])
  await expect.poll(covered).toEqual([])
  await title.fill('Our menu')
  await submit.click()
  await expect.poll(texts).toEqual(['Select a document file'])
  await expect.poll(covered).toEqual([])
  dropOver(file.element(), files.program)
  await expect.poll(texts).toEqual(['Invalid file type (pdf/doc/ppt/xls/txt only)'])
  await expect.poll(covered).toEqual([])
  await expect.element(file).toHaveAccessibleDescription(/Invalid file type/)
  await submit.click()
  await expect.poll(texts).toEqual(['Select a document file'])
  await expect.element(file).toHaveAccessibleDescription(/Select a document file/)

  const { letGo } = heldUploads()
  await userEvent.upload(file, files.menu)
  await submit.click()
  await expect.poll(texts).toEqual([])
  letGo()
  await expect.poll(texts).toEqual(['Uploaded'])
  expect(panel.element().querySelectorAll('[aria-invalid]')).toHaveLength(0)
  await page.viewport(1440, 900)
})

it('the button goes from Submit to Submitting... to Submitted; after 900 ms the emptied form closes, and the card is first', async () => {
  const documents = [documentOf({ DocId: 3, title: 'Older' })]
  await openUploadForm(documents)
  const { sent, letGo } = heldUploads(documents)
  await userEvent.upload(file, files.menu)
  await expect.element(title).toHaveValue('Spring menu 2026')
  await title.fill('  Our menu ')
  await panel.getByRole('textbox', { name: 'Description' }).fill('For the counter.')
  await panel.getByRole('checkbox', { name: 'Check If it is Training Document' }).click()
  expect(await submit.element().textContent).toContain('Submit')
  await submit.click()
  await expect.element(submit).toHaveAccessibleName('Submitting...')
  await expect.poll(() => sent.length).toBe(1)
  expect(sent.map(entriesOf)).toEqual([
    {
      companyProfileId: 'company-1',
      title: 'Our menu',
      description: 'For the counter.',
      documentType: 'pdf',
      DocViewer: 'true',
      document: files.menu,
    },
  ])
  sent[0]?.tellProgress(0.5)
  await expect.element(panel.getByRole('progressbar')).toHaveAttribute('value', '0.5')

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  letGo()
  await vi.waitUntil(() => submit.element().textContent && document.querySelector('[data-done]'))
  await expect.element(submit).toHaveAccessibleName('Submitted')
  await expect.element(title).toHaveValue('')
  vi.advanceTimersByTime(890)
  await expect.element(panel).toBeVisible()
  vi.advanceTimersByTime(20)
  vi.useRealTimers()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(toast('Uploaded')).toBeVisible()
  await expect.poll(address).toBe('/management?section=3')
  await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Our menu')
})

it('a failed upload shows the message of the server or a default message, and the entered values stay', async () => {
  await openUploadForm()
  await userEvent.upload(file, files.menu)
  for (const [respond, message] of [
    [() => refusal(422, 'Your share is full.'), 'Your share is full.'],
    [() => new Response(null, { status: 500 }), 'Upload failed'],
    // A proxy between the browser and the product answers with its own page.
    [
      () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 }),
      'Your network refused this as too large (413). Choose a smaller file, or try another network.',
    ],
    [
      () => new Response('<h1>Forbidden</h1>', { status: 403 }),
      'Your network blocked this (403). Try another network, or ask whoever runs it.',
    ],
    [() => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'We’re briefly unavailable (502). Try again in a minute.'],
    [() => Response.json({ success: false, message: 'The shelf is full.' }), 'The shelf is full.'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'Error uploading document'],
  ] as const) {
    answer(uploadDocument, respond)
    await submit.click()
    await expect.element(toast(message)).toBeVisible()
    await expect.element(submit).toHaveAccessibleName('Submit')
  }
  await expect.element(title).toHaveValue('Spring menu 2026')
  await expect.element(panel.getByText(files.menu.name)).toBeVisible()
})

it('a file rejected for its content shows the message of the server and is cleared; its text is not used for the next file', async () => {
  await openUploadForm()
  const message = 'Invalid file type (pdf/doc/ppt/xls/txt only)'
  answer(uploadDocument, () => refusal(415, message))
  await userEvent.upload(file, [files.menu, files.notes])
  await title.fill('Our menu')
  await submit.click()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(file).toHaveAccessibleDescription(expect.stringMatching(/ up to 50 MB Invalid file type/))
  await expect.element(panel.getByText(files.menu.name)).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('Our menu')
  await title.fill('')
  await expect.element(title).toHaveValue('Notes')
})

it('canceling an upload keeps the form, and the upload can be started again', { tags: 'nightly' }, async () => {
  await openUploadForm()
  const { sent } = heldUploads()
  await userEvent.upload(file, files.menu)
  await submit.click()
  await expect.poll(() => sent.length).toBe(1)
  await panel.getByRole('button', { name: 'Cancel the upload' }).click()
  await expect.element(submit).toHaveAccessibleName('Submit')
  await expect.element(file).toHaveFocus()
  await expect.element(title).toHaveValue('Spring menu 2026')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await submit.click()
  await expect.poll(() => sent.length).toBe(2)
})

it('without a network the form shows an error and sends nothing later; submitting again sends the file once', async () => {
  await openUploadForm()
  const { sent, letGo } = heldUploads()
  await userEvent.upload(file, files.menu)
  await commands.setOffline(true)
  await submit.click()
  await expect.element(toast('You are offline. Try again when you have a connection.')).toBeVisible()
  await commands.setOffline(false)
  expect(sent).toHaveLength(0)
  await submit.click()
  await expect.poll(() => sent.length).toBe(1)
  letGo()
  await expect.element(toast('Uploaded')).toBeVisible()
})

it('if the session expires during an upload, the sign-in returns to the form with its text; a notice says that the file must be chosen again', {
  tags: 'nightly',
}, async () => {
  await openUploadForm()
  answer(uploadDocument, () => refusal(401, 'Sign in first'))
  await userEvent.upload(file, files.menu)
  await title.fill('Our menu')
  await submit.click()
  await expect.element(toast('Session expired. Please log in again')).toBeVisible()
  await expect.element(toast('Not uploaded, because your session ended: spring-menu_2026.pdf')).toBeVisible()
  await expect.poll(address).toBe('/login')
  answer(signIn, () => reply(signIn, { Token: tokenOf('ann'), message: '' }))
  await page.getByRole('textbox', { name: 'Email' }).first().fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).first().fill('Palmetto!1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(title).toHaveValue('Our menu')
  await expect.element(panel.getByText('We restored what you entered before. Choose the file again. We can’t restore files.')).toBeVisible()
  expect(address()).toBe(UPLOAD_FORM)
})

it('without a token, submitting shows Login required and opens the login page', async () => {
  await openUploadForm()
  const { sent } = heldUploads()
  await userEvent.upload(file, files.menu)
  localStorage.removeItem('token')
  await submit.click()
  await expect.element(toast('Login required')).toBeVisible()
  await expect.poll(address).toBe('/login')
  expect(sent).toHaveLength(0)
})
