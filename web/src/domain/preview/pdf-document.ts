import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// The legacy build contains polyfills for the oldest supported browsers (vite.config.ts).
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Maximum number of pixels of a canvas. Browsers leave a larger canvas empty. Safari on phones has the lowest limit: 16,777,216 pixels. */
const CANVAS_PIXELS_MAX = 16_000_000

/**
 * Starts to open a PDF document in a new worker. The method `destroy` of the returned task ends the worker.
 * - pdf.js reads the document only from `data`, and fetches no parts of it.
 * - Scripts in the document never run. pdf.js runs scripts only in a sandbox, which this app does not contain.
 * - This version of pdf.js contains no `eval`, and WebAssembly is off. The content security policy forbids WebAssembly.
 */
export const openPdf = (data: Uint8Array): PDFDocumentLoadingTask =>
  getDocument({ data, useWasm: false, enableXfa: false, disableAutoFetch: true, disableStream: true, disableRange: true })

/** Returns the scale at which a page is `width` pixels wide. Very long pages are scaled smaller, so that a canvas can contain them. */
export function scaleFor(page: PDFPageProxy, width: number): number {
  const full = page.getViewport({ scale: 1 })
  return Math.min(width / full.width, Math.sqrt(CANVAS_PIXELS_MAX / (full.width * full.height)))
}

/** Starts to draw a page on a canvas, which gets the size of the drawing. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number) {
  const viewport = page.getViewport({ scale })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  return page.render({ canvas, viewport })
}

/** Returns the text of a page. It is empty if the page contains only pictures. */
export async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items
    .flatMap((item) => ('str' in item ? [item.hasEOL ? `${item.str}\n` : item.str] : []))
    .join('')
    .trim()
}
