import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { FileDrop } from './FileDrop.tsx'

afterEach(() => void vi.useRealTimers())

const MEGABYTE = 1024 * 1024
const documents = { extensions: ['pdf', 'docx', 'txt'], maxBytes: 50 * MEGABYTE, refusal: 'Invalid file type' }
const pictures = { kind: 'photo', maxBytes: MEGABYTE, refusal: 'Only JPEG and PNG images are allowed.' } as const

const plan = new File(['plan'], 'Plan.PDF')
const notes = new File(['notes'], 'notes.txt', { type: 'text/plain' })
const program = new File(['MZ'], 'setup.exe')
/** A file that reports a size of 48 MB, without the content. */
const large = Object.defineProperty(new File(['x'], 'brochure.pdf'), 'size', { value: 48 * MEGABYTE })

const field = () => page.getByLabelText('File', { exact: true })

function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  field()
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

async function openField(more: Pick<Parameters<typeof FileDrop>[0], 'field' | 'onMore'>) {
  const onRefuse = vi.fn()
  function Field() {
    const [file, setFile] = useState<File | null>(null)
    return <FileDrop label="File" file={file} onChange={setFile} onRefuse={onRefuse} {...more} />
  }
  await openPart(<Field />)
  return onRefuse
}

it('accepts files by extension, in upper or lower case, and rejects others with the message of the field', async () => {
  const onRefuse = await openField({ field: documents })
  await expect.element(field()).toHaveAttribute('accept', '.pdf,.docx,.txt')
  await expect.element(field()).toHaveAccessibleDescription('PDF, DOCX, or TXT, up to 50 MB')
  await userEvent.upload(field(), plan)
  await expect.element(page.getByText('Plan.PDF')).toBeVisible()
  drop(program)
  await expect.element(field()).toHaveAccessibleDescription(/Invalid file type$/)
  expect(onRefuse.mock.calls).toEqual([['Invalid file type']])
  await expect.element(page.getByText('Plan.PDF')).not.toBeInTheDocument()
})

it('passes all files after the first to `onMore`, and names the rejected files', async () => {
  const onMore = vi.fn()
  const onRefuse = await openField({ field: documents, onMore })
  drop(program, plan, large, notes)
  await expect.element(page.getByText('Plan.PDF')).toBeVisible()
  expect(onMore.mock.calls).toEqual([[[large, notes]]])
  expect(onRefuse.mock.calls).toEqual([['setup.exe: Invalid file type']])
})

it('takes only the first file without `onMore`', async () => {
  await openField({ field: documents })
  drop(notes, plan)
  await expect.element(page.getByText('notes.txt')).toBeVisible()
})

it('a picture that the browser cannot show has a neutral picture, its name, and a note that it will be converted', async () => {
  await openField({ field: { ...pictures, kind: 'image' } })
  await userEvent.upload(field(), new File(['ftypheic'], 'IMG_0001.HEIC'))
  await expect.element(page.getByText('IMG_0001.HEIC')).toBeVisible()
  await expect.element(page.getByText(/KB · We’ll convert it$/)).toBeVisible()
  const shown = () => field().element().parentElement?.querySelector('img')?.naturalWidth
  await expect.poll(shown).toBe(320)
})

it('highlights the area while a file is dragged over it, and shows a pasted picture', async () => {
  await openField({ field: pictures })
  const area = field().element().parentElement as HTMLElement
  field()
    .element()
    .dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true }))
  await expect.poll(() => area.dataset.over).toBe('true')
  field()
    .element()
    .dispatchEvent(new DragEvent('dragleave', { bubbles: true }))
  await expect.poll(() => area.dataset.over).toBeUndefined()

  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['…'], 'shop.png', { type: 'image/png' }))
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await expect.element(page.getByText('shop.png')).toBeVisible()
  await expect.poll(() => area.querySelector('img')?.src).toMatch(/^blob:/)
})

it('shows the progress in megabytes and remaining time, and announces it at each quarter', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const upload = (progress: number) => (
    <FileDrop label="File" field={documents} file={large} onChange={vi.fn()} onRefuse={vi.fn()} disabled progress={progress} />
  )
  const { rerender } = await openPart(upload(0))
  const announced = page.getByRole('status')
  const bar = page.getByRole('progressbar', { name: 'Upload of brochure.pdf' })
  await expect.element(page.getByText('0 KB of 48 MB')).toBeVisible()

  // The upload speed is 2 % per second.
  for (let percent = 2; percent <= 24; percent += 2) {
    await rerender(upload(percent / 100))
    await expect.element(bar).toHaveAttribute('value', String(percent / 100))
    vi.advanceTimersByTime(1000)
  }
  await expect.element(page.getByText('11.5 MB of 48 MB · about 40 seconds left')).toBeVisible()
  await expect.element(bar).toHaveAttribute('value', '0.24')
  await expect.element(announced).toBeEmptyDOMElement()
  await rerender(upload(0.26))
  await expect.element(announced).toHaveTextContent('12.5 MB of 48 MB, about 40 seconds left')
  await rerender(upload(0.3))
  await expect.element(page.getByText('14.4 MB of 48 MB · about 40 seconds left')).toBeVisible()
  await expect.element(announced).toHaveTextContent('12.5 MB of 48 MB, about 40 seconds left')

  // While no bytes are sent, no remaining time is shown.
  vi.advanceTimersByTime(20_000)
  await expect.element(page.getByText('14.4 MB of 48 MB', { exact: true })).toBeVisible()
  await rerender(upload(1))
  await expect.element(page.getByText('48 MB sent · waiting for confirmation')).toBeVisible()
})

it('moves the focus to the field when an upload is canceled', async () => {
  const onCancel = vi.fn()
  function Upload() {
    const [progress, setProgress] = useState<number | undefined>(0.5)
    return (
      <FileDrop
        label="File"
        field={documents}
        file={large}
        onChange={vi.fn()}
        onRefuse={vi.fn()}
        disabled={progress !== undefined}
        progress={progress}
        onCancel={() => {
          onCancel()
          setProgress(undefined)
        }}
      />
    )
  }
  await openPart(<Upload />)
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  expect(onCancel).toHaveBeenCalledOnce()
  await expect.element(field()).toHaveFocus()
  await expect.element(page.getByText('48 MB', { exact: true })).toBeVisible()
})
