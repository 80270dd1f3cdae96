import { parentPort, workerData } from 'node:worker_threads'
import { getDocument, PasswordException, PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfVerdict, WantedRange } from './pdf-password.ts'

const { size } = workerData as { size: number }

class Ranges extends PDFDataRangeTransport {
  override requestDataRange(begin: number, end: number): void {
    parentPort?.postMessage({ offset: begin, length: end - begin } satisfies WantedRange)
  }
}

const range = new Ranges(size, null)
parentPort?.on('message', ({ offset, bytes }: { offset: number; bytes: Uint8Array }) => range.onDataRange(offset, bytes))

async function verdict(): Promise<PdfVerdict> {
  try {
    await getDocument({ range, disableAutoFetch: true, disableStream: true, useWasm: false, verbosity: 0 }).promise
    return 'opens'
  } catch (error) {
    return error instanceof PasswordException ? 'needs-password' : 'unreadable'
  }
}

parentPort?.postMessage(await verdict())
