/** Width in pixels of a poster, the picture of a PDF file. The server reduces wider pictures to this width (`DISPLAY_WIDTH`). */
const POSTER_WIDTH = 1120
const JPEG_QUALITY = 0.85

/** Returns the first page of a PDF file as a JPEG picture. Rejects if the file is damaged, is not a PDF, or needs a password. */
export async function renderPdfPoster(file: Blob): Promise<Blob> {
  // pdf.js is loaded on demand, because it is large.
  const [{ drawPage, openPdf, scaleFor }, data] = await Promise.all([import('./pdf-document.ts'), file.arrayBuffer()])
  const opening = openPdf(new Uint8Array(data))
  try {
    const page = await (await opening.promise).getPage(1)
    const canvas = document.createElement('canvas')
    await drawPage(page, canvas, scaleFor(page, POSTER_WIDTH)).promise
    return await jpegOf(canvas)
  } finally {
    await opening.destroy()
  }
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The browser could not create a JPEG picture.')))
    canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY)
  })
}
