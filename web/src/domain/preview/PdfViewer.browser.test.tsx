import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { previewFileOf } from '../../testing/fixtures.ts'
import { openPart } from '../../testing/open.tsx'
import { pdfOf } from '../../testing/pdf.ts'
import PdfViewer from './PdfViewer.tsx'

async function show(content: Blob): Promise<string> {
  const url = URL.createObjectURL(content)
  onTestFinished(() => URL.revokeObjectURL(url))
  const file = previewFileOf({ kind: 'pdf', mediaType: 'application/pdf', url })
  await openPart(<PdfViewer position={1} file={file} label="PDF 3 of 3" onClose={() => {}} />)
  return url
}

const pageNumber = page.getByRole('status')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const canvases = () => page.getByRole('img').elements() as HTMLCanvasElement[]
const widths = () => canvases().map(({ clientWidth }) => clientWidth)

/** Returns the color in the upper middle of a canvas. */
const colourOf = (canvas?: HTMLCanvasElement) => [
  ...(canvas
    ?.getContext('2d')
    ?.getImageData(canvas.width / 2, canvas.height / 4, 1, 1)
    .data.slice(0, 3) ?? []),
]

it('pages are drawn, and their text can be read by screen readers', async () => {
  await show(pdfOf('Menu of the week', 'Prices'))
  await expect.element(pageNumber).toHaveTextContent('Page 1 of 2')
  await expect.element(page.getByText('Menu of the week')).toBeInTheDocument()
  await expect.poll(() => colourOf(canvases()[0])).toEqual([217, 84, 59])
})

it('buttons move between pages', { tags: 'nightly' }, async () => {
  await show(pdfOf('One', 'Two', 'Three'))
  await expect.element(button('Previous page')).toHaveAttribute('aria-disabled', 'true')
  await button('Next page').click()
  await expect.element(pageNumber).toHaveTextContent('Page 2 of 3')
  await button('Next page').click()
  await expect.element(pageNumber).toHaveTextContent('Page 3 of 3')
  await expect.element(button('Next page')).toHaveAttribute('aria-disabled', 'true')
})

it('the zoom changes by buttons and keys, and draws the pages again', { tags: 'nightly' }, async () => {
  await show(pdfOf('One'))
  await expect.element(page.getByText('One')).toBeInTheDocument()
  const [fit = 0] = widths()
  await button('Zoom in').click()
  await expect.element(button('Zoom 125%, fit to width')).toBeVisible()
  await expect.poll(() => (widths()[0] ?? 0) / fit).toBeCloseTo(1.25, 1)
  await userEvent.keyboard('-')
  await userEvent.keyboard('-')
  await expect.element(button('Zoom 75%, fit to width')).toBeVisible()
  await userEvent.keyboard('0')
  await expect.poll(() => widths()[0]).toBe(fit)
})

it('only pages near the visible ones have a canvas', { tags: 'nightly' }, async () => {
  await show(pdfOf(...Array.from({ length: 40 }, (_, at) => `Page number ${at + 1}`)))
  await expect.element(page.getByText('Page number 1', { exact: true })).toBeInTheDocument()
  expect(canvases().length).toBeLessThan(6)
  const scroller = page.getByRole('list', { name: 'Pages of PDF 3 of 3' }).element()
  scroller.scrollTo({ top: scroller.scrollHeight })
  await expect.element(pageNumber).toHaveTextContent('Page 40 of 40')
  await expect.element(page.getByText('Page number 40')).toBeInTheDocument()
  expect(canvases().length).toBeLessThan(6)
  await expect.element(page.getByText('Page number 1', { exact: true })).not.toBeInTheDocument()
})

it('a damaged PDF shows a message with a link to download it', { tags: 'nightly' }, async () => {
  const url = await show(new Blob(['This is not a PDF.']))
  await expect.element(page.getByText(/^We couldn’t show this PDF. Download it to open it on your device:/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', url)
})

it('a PDF that cannot be downloaded shows the same message', { tags: 'nightly' }, async () => {
  const url = await show(pdfOf('One'))
  await expect.element(pageNumber).toHaveTextContent('Page 1 of 1')
  URL.revokeObjectURL(url)
  await openPart(<PdfViewer position={1} file={previewFileOf({ kind: 'pdf', url })} label="Lost" onClose={() => {}} />)
  await expect.element(page.getByText(/^We couldn’t show this PDF./)).toBeVisible()
})
