import { expect, it } from 'vitest'
import { pdfOf } from '../../testing/pdf.ts'
import { renderPdfPoster } from './render-pdf.ts'

it('the poster of a PDF file is a JPEG picture of its first page', { tags: 'nightly' }, async () => {
  const poster = await renderPdfPoster(pdfOf('Menu', 'Prices'))
  expect(poster.type).toBe('image/jpeg')
  const picture = await createImageBitmap(poster)
  expect([picture.width, picture.height]).toEqual([1120, 1493])
  const pen = new OffscreenCanvas(1120, 1493).getContext('2d')
  pen?.drawImage(picture, 0, 0)
  const [red, green, blue] = pen?.getImageData(560, 300, 1, 1).data ?? []
  expect([Math.abs((red ?? 0) - 217) < 9, Math.abs((green ?? 0) - 84) < 9, Math.abs((blue ?? 0) - 59) < 9]).toEqual([true, true, true])
})

it('a damaged PDF file has no poster', { tags: 'nightly' }, async () => {
  await expect(renderPdfPoster(new Blob(['%PDF-1.7 nothing else']))).rejects.toThrow()
})
