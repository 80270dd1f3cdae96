import '../features/documents/Documents.tsx'
import '../features/documents/upload/UploadDocument.tsx'
import '../features/documents/upload/Uploads.tsx'
import '../features/documents/upload/UploadsBar.tsx'
import { type Document, uploadDocument } from '@app/contracts/http/documents.ts'
import { toast } from 'react-toastify/unstyled'
import { afterEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { stopUploads } from '../features/documents/upload/uploads.ts'
import { answer, reply, type Sent } from './api.ts'
import { documentOf, ownerWithDocuments } from './fixtures.ts'
import { openApp, signInAs, tokenOf } from './open.tsx'

// Uploads and toasts of a test must not affect the next test.
afterEach(() => {
  stopUploads()
  toast.dismiss()
})

export const UPLOAD_FORM = '/management?section=3&show=new'

const panel = page.getByRole('dialog', { name: 'Upload Document' })
export const uploadForm = {
  panel,
  title: panel.getByRole('textbox', { name: 'Task Title' }),
  file: panel.getByLabelText('PDF, Word, PPT, Excel, Text formats only'),
  submit: panel.getByRole('button', { name: /^Submit/ }),
}

export const files = {
  menu: new File(['menu'], 'spring-menu_2026.pdf'),
  prices: new File(['prices'], 'Prices.xlsx'),
  notes: new File(['notes'], 'notes.txt'),
  nameless: new File(['notes'], 'notes'),
  program: new File(['MZ'], 'setup.exe'),
}

export function dropOver(target: EventTarget, ...dropped: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of dropped) dataTransfer.items.add(file)
  for (const type of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}

export const asksBeforeUnload = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

export async function openUploadForm(documents: Document[] = []): Promise<void> {
  ownerWithDocuments(documents)
  signInAs.owner(tokenOf('ann'))
  await openApp(UPLOAD_FORM)
  await expect.element(uploadForm.title).toHaveFocus()
}

export const entriesOf = ({ body }: Sent) => Object.fromEntries(body as FormData)

/** Mocks uploads that wait until the test calls `letGo`, and then succeed. Each new document is inserted at the start of `documents`. */
export function heldUploads(documents: Document[] = []) {
  const waiting: (() => void)[] = []
  const sent = answer(uploadDocument, async (one) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    const document = documentOf({ DocId: 20 + sent.length, title: String(entriesOf(one).title) })
    documents.unshift(document)
    return reply(uploadDocument, { success: true, message: 'Uploaded', document })
  })
  return { sent, letGo: () => waiting.shift()?.() }
}
