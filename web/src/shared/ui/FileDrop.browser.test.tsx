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
/** As large as it says, without the bytes. */
const large = Object.defineProperty(new File(['x'], 'brochure.pdf'), 'size', { value: 48 * MEGABYTE })

const field = () => page.getByLabelText('File', { exact: true })

/** As when they are let go over the field. */
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

it('takes a file by its extension, in whatever case, and refuses others in the words of the caller', async () => {
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

it('hands on what was dropped besides the first file, and names what it refuses among several', async () => {
  const onMore = vi.fn()
  const onRefuse = await openField({ field: documents, onMore })
  drop(program, plan, large, notes)
  await expect.element(page.getByText('Plan.PDF')).toBeVisible()
  expect(onMore.mock.calls).toEqual([[[large, notes]]])
  expect(onRefuse.mock.calls).toEqual([['setup.exe: Invalid file type']])
})

it('takes one file where it has no use for more', async () => {
  await openField({ field: documents })
  drop(notes, plan)
  await expect.element(page.getByText('notes.txt')).toBeVisible()
})

it('shows that a file may be let go, and a picture that was pasted', async () => {
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

it('tells an upload in megabytes and time left, and says it aloud at each quarter alone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const upload = (progress: number) => (
    <FileDrop label="File" field={documents} file={large} onChange={vi.fn()} onRefuse={vi.fn()} disabled progress={progress} />
  )
  const { rerender } = await openPart(upload(0))
  const said = page.getByRole('status')
  const bar = page.getByRole('progressbar', { name: 'Upload of brochure.pdf' })
  await expect.element(page.getByText('0 KB of 48 MB')).toBeVisible()

  // 2 % a second.
  for (let percent = 2; percent <= 24; percent += 2) {
    await rerender(upload(percent / 100))
    vi.advanceTimersByTime(1000)
  }
  await expect.element(page.getByText('11.5 MB of 48 MB · about 40 seconds left')).toBeVisible()
  await expect.element(bar).toHaveAttribute('value', '0.24')
  await expect.element(said).toBeEmptyDOMElement()
  await rerender(upload(0.26))
  await expect.element(said).toHaveTextContent('12.5 MB of 48 MB, about 40 seconds left')
  await rerender(upload(0.3))
  await expect.element(page.getByText('14.4 MB of 48 MB · about 40 seconds left')).toBeVisible()
  await expect.element(said).toHaveTextContent('12.5 MB of 48 MB, about 40 seconds left')

  // A line that stands still is not promised anything.
  vi.advanceTimersByTime(20_000)
  await expect.element(page.getByText('14.4 MB of 48 MB', { exact: true })).toBeVisible()
  await rerender(upload(1))
  await expect.element(page.getByText('48 MB sent · waiting for the answer')).toBeVisible()
})

it('gives the focus back to the field when an upload is called off', async () => {
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
